//! A problem that is to be written out, with what a reader should know of it.

use quadrille_cover::{Problem, text};

use crate::error::GalleryError;
use crate::picture::Picture;

/// A problem whose labels can be written as names in Knuth's text format, what there is to say of
/// it, and how its solutions are drawn.
///
/// Those of this crate have a primary item: a text cannot be without one, and a description of
/// nothing, such as a graph without vertices, is [`GalleryError::NothingToCover`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Instance {
    /// The problem.
    pub problem: Problem<String, String>,
    /// What it is and how its items are named: the comments at the top of its text, without the
    /// `|`.
    pub comments: Vec<String>,
    /// How its solutions are drawn.
    pub picture: Picture,
    /// What is most likely not meant, such as pieces that cannot fill the board: for the user's
    /// eyes, and no part of the text.
    pub warnings: Vec<String>,
}

impl Instance {
    /// An instance; a line break within a comment begins another comment.
    pub fn new(
        problem: Problem<String, String>,
        picture: Picture,
        comments: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let comments = comments.into_iter().map(Into::into).collect();
        Instance { problem, comments, picture, warnings: Vec::new() }
    }

    /// The instance in Knuth's text format: the comments, the line that [`Picture::find`] looks
    /// for, the items, the options. O(length of the text).
    ///
    /// ```
    /// use quadrille_cover::{Search, text};
    /// use quadrille_gallery::{Picture, Queens};
    ///
    /// let text = Queens::new(4).instance()?.to_text()?;
    /// assert!(text.starts_with("| queens 4"));
    /// assert!(Picture::find(&text).is_some());
    /// assert_eq!(Search::new().count(&text::read(&text)?)?.solutions, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a name cannot be written: it is empty, or holds white space, `:` or `|`.
    pub fn to_text(&self) -> Result<String, GalleryError> {
        let mut out = String::new();
        let picture = self.picture.comment();
        for line in self.comments.iter().flat_map(|comment| comment.lines()).chain(picture.lines())
        {
            out.push_str("| ");
            out.push_str(line);
            out.push('\n');
        }
        out += &text::write(&self.problem)?;
        Ok(out)
    }
}
