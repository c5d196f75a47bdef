package inspect

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"
)

// headSize is how many bytes tell a type.
const headSize = 512

// kind is what is known of a mime type. A type whose bytes cannot be told from
// others, and one that is active in a browser, has no line here and is never
// accepted (decision 162).
type kind struct {
	extension string
	inline    bool                                          // shown in the browser; every other file is an attachment
	starts    func(head []byte) bool                        // whether the file begins as this type does
	walk      func(s *source, mime string) (Finding, error) // reads it from the start to the end
}

var kinds = map[string]kind{}

func init() {
	maps.Copy(kinds, map[string]kind{
		"image/jpeg":    {"jpg", true, begins("\xff\xd8\xff"), walkJPEG},
		"image/png":     {"png", true, begins(pngSignature), walkPNG},
		"image/gif":     {"gif", true, begins("GIF87a", "GIF89a"), walkGIF},
		"image/webp":    {"webp", true, riff("WEBP"), walkWebP},
		"image/avif":    {"avif", true, brand("avif"), walkHEIF},
		"image/heic":    {"heic", true, brand("heic", "heix", "heim", "heis"), walkHEIF},
		"image/svg+xml": {"svg", true, isMarkup, walkSVG},

		"video/mp4":       {"mp4", true, brand(movieBrands...), walkMovie},
		"video/quicktime": {"mov", true, brand("qt  "), walkMovie},
		"video/webm":      {"webm", true, begins("\x1a\x45\xdf\xa3"), walkWebM},
		"audio/mp4":       {"m4a", true, brand(append([]string{"M4A ", "M4B "}, movieBrands...)...), walkMovie},
		"audio/mpeg":      {"mp3", true, isMP3, walkMP3},
		"audio/ogg":       {"ogg", true, begins("OggS"), walkOgg},
		"audio/wav":       {"wav", true, riff("WAVE"), walkWAV},
		"audio/flac":      {"flac", true, begins("fLaC"), walkFLAC},

		"application/pdf": {"pdf", true, begins("%PDF-1.", "%PDF-2."), walkPDF},
		"application/zip": {"zip", false, begins("PK\x03\x04", "PK\x05\x06"), walkZip},
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   {"docx", false, begins("PK\x03\x04"), walkZip},
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         {"xlsx", false, begins("PK\x03\x04"), walkZip},
		"application/vnd.openxmlformats-officedocument.presentationml.presentation": {"pptx", false, begins("PK\x03\x04"), walkZip},

		"text/plain":       {"txt", false, isText, walkText},
		"text/csv":         {"csv", false, isText, walkText},
		"text/markdown":    {"md", false, isText, walkText},
		"text/vtt":         {"vtt", false, begins("WEBVTT", "\xef\xbb\xbfWEBVTT"), walkText},
		"application/json": {"json", false, isText, walkJSON},
		"font/woff":        {"woff", false, begins("wOFF"), walkFont},
		"font/woff2":       {"woff2", false, begins("wOF2"), walkFont},
	})
}

// aliases are other names of those types, which programs still send.
var aliases = map[string]string{
	"image/jpg":              "image/jpeg",
	"image/heif":             "image/heic",
	"audio/mp3":              "audio/mpeg",
	"audio/x-m4a":            "audio/mp4",
	"audio/x-wav":            "audio/wav",
	"audio/wave":             "audio/wav",
	"audio/x-flac":           "audio/flac",
	"application/font-woff":  "font/woff",
	"application/x-zip":      "application/zip",
	"application/x-pdf":      "application/pdf",
	"application/font-woff2": "font/woff2",
}

// Canonical is the name of a mime type under which its files are kept: in lower
// case, without parameters, the present name where there was another.
func Canonical(mime string) string {
	mime, _, _ = strings.Cut(mime, ";")
	mime = strings.ToLower(strings.TrimSpace(mime))
	if name, found := aliases[mime]; found {
		return name
	}
	return mime
}

// Types are the mime types that can be accepted, in order.
func Types() []string { return slices.Sorted(maps.Keys(kinds)) }

// Extension is the file extension of a mime type, without its dot; "" for a type
// that is never accepted.
func Extension(mime string) string { return kinds[Canonical(mime)].extension }

// TypeOfName is the type that the name of a file says; "" for none that media have.
// Its bytes are looked at later.
func TypeOfName(name string) string {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	if extension == "jpeg" {
		extension = "jpg"
	}
	return TypeOf(extension)
}

// TypeOf is the mime type whose files have an extension, without its dot; "" for
// one that no accepted file has.
func TypeOf(extension string) string {
	for mime, k := range kinds {
		if k.extension == extension {
			return mime
		}
	}
	return ""
}

// Inline reports whether a file of this type is shown in the browser: pictures,
// video, audio and PDF. Every other one is an attachment.
func Inline(mime string) bool { return kinds[Canonical(mime)].inline }

// sniffed is the order in which a type is looked for that was not declared:
// what has a signature of its own comes before what is told by less.
var sniffed = []string{
	"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/heic", "video/quicktime", "video/mp4", "video/webm",
	"audio/ogg", "audio/wav", "audio/flac", "application/pdf", "application/zip", "font/woff", "font/woff2", "image/svg+xml",
	"text/vtt", "audio/mpeg",
}

// sniff says what bytes begin as; "" where they could be anything.
func sniff(head []byte) string {
	for _, mime := range sniffed {
		if kinds[mime].starts(head) && (mime != "image/svg+xml" || bytes.Contains(head, []byte("<svg"))) {
			return mime
		}
	}
	if isMarkup(head) {
		return "HTML or XML"
	}
	return ""
}

func begins(signatures ...string) func([]byte) bool {
	return func(head []byte) bool {
		return slices.ContainsFunc(signatures, func(s string) bool { return bytes.HasPrefix(head, []byte(s)) })
	}
}

func riff(form string) func([]byte) bool {
	return func(head []byte) bool {
		return len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == form
	}
}
