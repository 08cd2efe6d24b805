//! HTML that prints.

use std::fmt::Write as _;

use super::super::Variant;
use super::sheet::{HEADING, LABEL, MARGIN, PageOptions, sheets};
use super::svg::{escape, write};

/// Puzzles on pages, as one HTML file: numbered, with the solutions that are given at the end. No script, nothing
/// from elsewhere; whatever prints it makes a page of each page.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::{Rules, Variant, draw};
///
/// let puzzles = vec![Variant::new(Rules::from(Shape::CLASSIC)); 7];
/// let html = draw::page(&puzzles, draw::PageOptions { columns: 2, rows: 2, ..Default::default() });
/// assert_eq!(html.matches("<section").count(), 2);
/// # Ok::<(), quadrille_sudoku::variant::RulesError>(())
/// ```
pub fn page(puzzles: &[Variant], options: PageOptions<'_>) -> String {
    let (width, height) = options.paper.millimetres();
    let title = escape(options.title.unwrap_or("Sudoku"));
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<style>\n\
         @page{{size:{width}mm {height}mm;margin:0}}\n\
         body{{margin:0;font-family:Helvetica,Arial,sans-serif}}\n\
         section{{position:relative;width:{width}mm;height:{height}mm;overflow:hidden;\
         break-after:page}}\n\
         section:last-child{{break-after:auto}}\n\
         h1,h2,div{{position:absolute;margin:0}}\n\
         h1{{top:{MARGIN}mm;left:{MARGIN}mm;font-size:6mm;line-height:{}mm}}\n\
         h2{{font-size:4mm;line-height:{}mm}}\n\
         svg{{display:block;width:100%;height:100%}}\n\
         @media screen{{section{{margin:5mm auto;outline:1px solid #ccc}}}}\n\
         </style>\n</head>\n<body>\n",
        HEADING - 4.0,
        LABEL - 1.0,
    );
    for sheet in sheets(puzzles, &options) {
        html.push_str("<section>\n");
        if let Some(heading) = &sheet.heading {
            // Writing to a string does not fail.
            let _ = writeln!(html, "<h1>{}</h1>", escape(heading));
        }
        for item in &sheet.items {
            let (left, top) = (item.left, item.top);
            let _ = writeln!(
                html,
                "<h2 style=\"left:{left:.2}mm;top:{top:.2}mm\">{}</h2>",
                escape(&item.label)
            );
            let _ = write!(
                html,
                "<div style=\"left:{left:.2}mm;top:{:.2}mm;width:{:.2}mm;height:{:.2}mm\">\n{}</div>\n",
                top + LABEL,
                item.width,
                item.height,
                write(&item.scene, false)
            );
        }
        html.push_str("</section>\n");
    }
    html.push_str("</body>\n</html>\n");
    html
}
