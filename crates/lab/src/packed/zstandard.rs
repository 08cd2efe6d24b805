//! Reading files in the format of Zstandard, frame by frame.

use std::fmt::Display;
use std::io::{self, BufRead, Read};

use ruzstd::decoding::BlockDecodingStrategy::UptoBlocks;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

/// The most memory that unpacking may take: as much as the format's own program allows.
const MOST_WINDOW: u64 = 128 << 20;

/// All frames of a file in the format of Zstandard, one after the other.
pub(super) struct Frames<R> {
    input: R,
    decoder: FrameDecoder,
    /// Whether a frame was begun and not yet read to its end.
    open: bool,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(input: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MOST_WINDOW);
        Frames { input, decoder, open: false }
    }

    /// Goes to the next frame with data; `false` at the end.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.input.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.input) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped =
                        io::copy(&mut self.input.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(damaged(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.open {
                if !self.begin()? {
                    return Ok(0);
                }
                self.open = true;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder.decode_blocks(&mut self.input, UptoBlocks(1)).map_err(damaged)?;
            }
            let read = self.decoder.read(bytes)?;
            if read > 0 {
                return Ok(read);
            }
            if let Some(checksum) = self.decoder.get_checksum_from_data()
                && self.decoder.get_calculated_checksum() != Some(checksum)
            {
                return Err(damaged("its checksum is another"));
            }
            self.open = false;
        }
    }
}

fn damaged(error: impl Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("no sound Zstandard file: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn frame(text: &str) -> Vec<u8> {
        compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
    }

    fn read(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        Frames::new(bytes).read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn all_frames_are_read_and_those_without_data_skipped() {
        let skippable = [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
        let long = "0123456789".repeat(40_000);
        let bytes = [frame("one "), skippable, frame(""), frame(&long), frame(" end")].concat();
        assert_eq!(read(&bytes).unwrap(), format!("one {long} end"));
        assert_eq!(read(&[]).unwrap(), "");
    }

    #[test]
    fn a_file_that_is_cut_short_or_changed_is_an_error() {
        let bytes = frame(&"0123456789".repeat(400));
        for end in 1..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "{end} of {}", bytes.len());
        }
        assert!(read(b"53..7....").is_err());
        assert!(read(&[bytes, b"53..7....".to_vec()].concat()).is_err());
    }
}
