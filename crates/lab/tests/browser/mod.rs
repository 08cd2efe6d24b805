//! Chromium without a window, if this machine has it: reads a page, does what a script says, and tells what
//! is to be seen.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// A browser.
pub(crate) struct Browser {
    program: PathBuf,
}

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

impl Browser {
    /// The browser that the variable `CHROMIUM` names, or one that is installed; without one the test says that
    /// it is skipped.
    pub(crate) fn find() -> Option<Browser> {
        let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let mut installed = std::env::split_paths(&folders)
            .flat_map(|folder| NAMES.map(|name| folder.join(name)))
            .filter(|path| path.is_file());
        let found = named.or_else(|| installed.next());
        if found.is_none() {
            eprintln!("skipped: no Chromium here (`CHROMIUM` can name one)");
        }
        found.map(|program| Browser { program })
    }

    /// Opens a page in a window of a width, and runs a script in it, the body of an asynchronous function
    /// that fills the object `seen`; `errors` in that are those of the page and of the script.
    ///
    /// The page stands in a frame, since windows cannot be as narrow as a telephone.
    pub(crate) fn read(&self, page: &str, width: u32, script: &str) -> Value {
        let folder = tempfile::tempdir().expect("a folder");
        let watching = "<script>window.seen = { errors: [] };
            addEventListener('error', (event) => seen.errors.push(String(event.message)));
            addEventListener('unhandledrejection', (event) => seen.errors.push(String(event.reason)));
            for (const name of ['error', 'warn']) console[name] = (...all) => seen.errors.push(all.join(' '));
            </script>";
        let reading = format!(
            "<script>addEventListener('load', () => setTimeout(async () => {{
                const seen = window.seen;
                try {{ {script} }} catch (error) {{ seen.errors.push(String(error.stack)); }}
                parent.postMessage(JSON.stringify(seen), '*');
            }}, 50));</script></body>"
        );
        let page = page.replacen("<head>", &format!("<head>{watching}"), 1);
        let page = page.replacen("</body>", &reading, 1);
        let frame = format!(
            "<!DOCTYPE html><body><pre id=seen></pre>\
             <iframe src=page.html style='width:{width}px;height:900px;border:0'></iframe><script>
             addEventListener('message', (event) => {{ document.getElementById('seen').textContent = event.data; }});
             </script>"
        );
        std::fs::write(folder.path().join("page.html"), page).expect("it is written");
        let path = folder.path().join("frame.html");
        std::fs::write(&path, frame).expect("it is written");
        let profile = folder.path().join("profile");
        let output = Command::new(&self.program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000"])
            .args(["--allow-file-access-from-files", "--virtual-time-budget=60000", "--dump-dom"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("file://{}", path.display()))
            .output()
            .expect("the browser runs");
        let dom = String::from_utf8_lossy(&output.stdout);
        let seen =
            dom.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
        let (seen, _) = seen.unwrap_or_else(|| panic!("no page: {dom}"));
        let seen = seen.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        serde_json::from_str(&seen).unwrap_or_else(|error| {
            let log = String::from_utf8_lossy(&output.stderr);
            panic!("nothing was seen ({error}): {seen}\n{log}")
        })
    }
}
