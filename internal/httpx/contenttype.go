package httpx

import (
	"path"
	"strings"
)

// contentTypes are those of the static layer by extension. They do not depend
// on the machine, as those of package mime do.
var contentTypes = map[string]string{
	".avif": "image/avif", ".gif": "image/gif", ".ico": "image/x-icon", ".jpeg": "image/jpeg", ".jpg": "image/jpeg",
	".png": "image/png", ".svg": "image/svg+xml", ".webp": "image/webp",

	".css": "text/css; charset=utf-8", ".csv": "text/csv; charset=utf-8", ".htm": "text/html; charset=utf-8",
	".html": "text/html; charset=utf-8", ".ics": "text/calendar; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".md": "text/markdown; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".vtt": "text/vtt; charset=utf-8", ".xml": "text/xml; charset=utf-8",

	".atom": "application/atom+xml", ".json": "application/json", ".jsonld": "application/ld+json", ".map": "application/json",
	".pdf": "application/pdf", ".rss": "application/rss+xml", ".wasm": "application/wasm",
	".webmanifest": "application/manifest+json", ".zip": "application/zip",

	".otf": "font/otf", ".ttf": "font/ttf", ".woff": "font/woff", ".woff2": "font/woff2",

	".m4a": "audio/mp4", ".mp3": "audio/mpeg", ".mp4": "video/mp4", ".oga": "audio/ogg", ".ogg": "audio/ogg",
	".ogv": "video/ogg", ".wav": "audio/wav", ".webm": "video/webm",
}

// contentType is by the extension alone, so that what a file holds never makes
// it something else.
func contentType(name string) string {
	if known := contentTypes[strings.ToLower(path.Ext(name))]; known != "" {
		return known
	}
	return "application/octet-stream"
}
