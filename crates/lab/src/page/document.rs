//! The page: its text, tables and figures, and the frame around them.

use std::io;

use super::data::{Packed, pack};
use super::puzzles;
pub(super) use crate::plot::escape;
use crate::plot::{Chart, DARK, LIGHT, Layout, Plot, STYLE, plots, sample};
use crate::results::Results;
use crate::show::{Table, plural, report_tables, seconds};

const CSS: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(super) fn html(results: &Results) -> io::Result<String> {
    let Packed { json, bytes } = pack(results)?;
    // `<` could end the element.
    let json = json.replace('<', "\\u003c");
    let name = match results.settings.name.as_str() {
        "" => "Results",
        name => name,
    };
    let name = escape(name);
    let colours = colours();
    let (body, contents) = body(results);
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"quadrille {version}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{name} – Quadrille</title>\n<style>\n{colours}\n{STYLE}\n{CSS}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">To the results</a>\n\
         <header><h1>{name}</h1>\n<p>{lead}</p>\n\
         <nav aria-label=\"Contents\"><ul>{contents}</ul></nav>\n\
         <div class=\"tools\">{tools}</div>\n\
         <noscript><p>Without JavaScript the tables and plots are complete, but puzzles cannot be shown.</p></noscript>\n\
         </header>\n<main id=\"main\">\n{body}</main>\n\
         <dialog id=\"puzzle\" aria-labelledby=\"puzzle-title\"></dialog>\n\
         <p id=\"said\" class=\"unseen\" aria-live=\"polite\"></p><div id=\"tip\" hidden></div>\n\
         <script type=\"application/json\" id=\"meta\">{json}</script>\n\
         <script type=\"text/plain\" id=\"bytes\">{bytes}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        version = escape(&results.version),
        lead = lead(results),
        tools = tools(results),
    ))
}

/// Both sets of colours: as the reader's system has it, and as chosen on the page. Paper is light.
fn colours() -> String {
    let (light, dark) = (LIGHT.variables(":root"), DARK.variables(":root"));
    let chosen = DARK.variables(":root[data-theme=dark]");
    let light_chosen = LIGHT.variables(":root[data-theme=light]");
    format!(
        "{light}\n@media screen and (prefers-color-scheme:dark){{{dark}}}\n{light_chosen}\n\
         @media screen{{{chosen}}}"
    )
}

fn lead(results: &Results) -> String {
    let settings = &results.settings;
    let puzzles: usize = results.corpora.iter().map(|corpus| corpus.puzzles.len()).sum();
    let engines = results.engines.iter().filter(|it| it.control_of.is_none()).count();
    let state = if results.complete {
        ""
    } else {
        " It was interrupted: these are the results until then."
    };
    format!(
        "{} on {} of {}, asked for {} in up to {} a puzzle, {} each. Quadrille {}, {}.{state}",
        plural(engines, "engine"),
        plural(puzzles, "puzzle"),
        match results.corpora.len() {
            1 => "1 corpus".to_owned(),
            more => format!("{more} corpora"),
        },
        settings.ask,
        seconds(settings.time_limit),
        plural(settings.rounds as usize, "round"),
        escape(&results.version),
        escape(results.machine.cpu.as_deref().unwrap_or("unknown processor")),
    )
}

/// Which engines are seen, and in which colours.
fn tools(results: &Results) -> String {
    let mut tools = String::from("<fieldset><legend>Engines shown in the plots</legend>");
    for (index, engine) in results.engines.iter().enumerate() {
        if engine.control_of.is_none() {
            tools += &format!(
                "<label class=\"q\"><input type=\"checkbox\" data-engine=\"{index}\" checked><svg width=\"22\" height=\"10\" \
                 aria-hidden=\"true\">{}</svg>{}</label>",
                sample(index),
                escape(&engine.name)
            );
        }
    }
    tools += "</fieldset><label>Colours <select id=\"theme\"><option value=\"\">as the system</option>\
              <option value=\"light\">light</option><option value=\"dark\">dark</option></select></label>";
    tools
}

/// Everything between the header and the script, and the list of contents.
fn body(results: &Results) -> (String, String) {
    let wide = plots(results, Layout::Wide);
    let narrow = plots(results, Layout::Narrow);
    let mut tables = report_tables(results).into_iter();
    let (mut body, mut contents) = (String::new(), String::new());
    let figures = |corpus: Option<usize>| -> String {
        let pairs = wide.iter().zip(&narrow).filter(|(it, _)| it.corpus == corpus);
        let figures = pairs.map(|(wide, narrow)| figure(results, wide, narrow));
        format!("<div class=\"figures\">{}</div>", figures.collect::<String>())
    };
    let study = figures(None);
    if results.scaling.is_some() && study.contains("<figure") {
        contents += "<li><a href=\"#plots\">Plots</a></li>";
        body += &format!("<section id=\"plots\"><h2>Plots</h2>{study}</section>\n");
    }
    if results.scaling.is_none() {
        for (corpus, info) in results.corpora.iter().enumerate() {
            let Some(table) = tables.next() else { break };
            contents += &format!("<li><a href=\"#c{corpus}\">{}</a></li>", escape(&info.name));
            body += &format!("<section id=\"c{corpus}\">{}", heading_and_table(&table));
            body += &notes(&table, "What the figures say");
            body += &puzzles::worst(results, corpus);
            body += &figures(Some(corpus));
            body += "</section>\n";
        }
    }
    for (number, table) in tables.enumerate() {
        contents += &format!("<li><a href=\"#t{number}\">{}</a></li>", escape(&table.title));
        body += &format!("<section id=\"t{number}\">{}", heading_and_table(&table));
        body += &list(&table.notes);
        body += "</section>\n";
    }
    if !results.definition.text.is_empty() {
        contents += "<li><a href=\"#definition\">Definition</a></li>";
        body += &format!(
            "<section id=\"definition\"><h2>Definition</h2><details><summary>What was measured, as it was defined</summary>\
             <pre tabindex=\"0\">{}</pre></details></section>\n",
            escape_lines(&results.definition.text)
        );
    }
    (body, contents)
}

fn heading_and_table(table: &Table) -> String {
    let title = escape(&table.title);
    let mut html = format!("<h2>{title}</h2>");
    if table.rows.is_empty() {
        return html;
    }
    html += &format!(
        "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\"><table><thead><tr>"
    );
    table.header.iter().for_each(|it| html += &format!("<th scope=\"col\">{}</th>", escape(it)));
    html += "</tr></thead><tbody>";
    for row in &table.rows {
        html += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let cell = escape(cell);
            html += &match column {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            };
        }
        html += "</tr>";
    }
    html += "</tbody></table></div>";
    html
}

fn notes(table: &Table, summary: &str) -> String {
    match table.notes.is_empty() {
        true => String::new(),
        false => format!("<details><summary>{summary}</summary>{}</details>", list(&table.notes)),
    }
}

fn list(notes: &[String]) -> String {
    let items: Vec<String> =
        notes.iter().map(|note| format!("<li>{}</li>", escape(note))).collect();
    format!("<ul class=\"notes\">{}</ul>", items.concat())
}

/// A plot in both widths, of which one is seen.
fn figure(results: &Results, wide: &Plot, narrow: &Plot) -> String {
    let Plot { chart, corpus, .. } = *wide;
    let name = chart.name();
    let corpus = corpus.map_or(String::new(), |corpus| corpus.to_string());
    let id = format!("f{corpus}-{name}");
    let engines: Vec<String> = wide.figure.engines.iter().map(usize::to_string).collect();
    let engines = engines.join(" ");
    let is_choice = chart == Chart::Scatter && wide.choices.len() > 2;
    let select = |number: usize| {
        let shown = wide.figure.engines.get(number);
        let options = wide.choices.iter().map(|&engine| {
            let selected = if shown == Some(&engine) { " selected" } else { "" };
            let name = escape(results.engine_name(engine));
            format!("<option value=\"{engine}\"{selected}>{name}</option>")
        });
        let options = options.collect::<String>();
        let axis = if number == 0 { "along" } else { "upwards" };
        format!("<label>{axis} <select data-axis=\"{number}\">{options}</select></label>")
    };
    let choice = match is_choice {
        true => format!("<div class=\"choice\">{}{}</div>", select(0), select(1)),
        false => String::new(),
    };
    let points = matches!(
        chart,
        Chart::Cactus | Chart::Scatter | Chart::Times | Chart::Nodes | Chart::NodesTime
    );
    let attributes = match points {
        true => format!(
            " tabindex=\"0\" role=\"application\" aria-roledescription=\"plot\" aria-label=\"{}: arrow keys go through the points, Enter shows the puzzle\"",
            escape(&wide.figure.title)
        ),
        false => String::new(),
    };
    format!(
        "<figure data-chart=\"{name}\" data-corpus=\"{corpus}\" data-engines=\"{engines}\">{choice}\
         <div class=\"chart\"{attributes}>{}{}</div></figure>",
        wide.figure.inline(&id, "wide"),
        narrow.figure.inline(&format!("{id}-narrow"), "narrow"),
    )
}

/// With its lines kept.
fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line) + "\n").collect()
}
