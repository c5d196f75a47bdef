package rest

import (
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// splitPath gives the decoded segments of a request's path, appended to dst. A
// trailing slash is not a segment; an empty segment elsewhere stays one and
// matches nothing. Each segment is decoded once. The error is
// INPUT_VALIDATION_FAILED for a path that is not UTF-8 or holds NUL. It gives
// nil for a path of more than most segments.
func splitPath(u *url.URL, dst []string, most int) ([]string, error) {
	if !jsonvalue.ValidString(u.Path) {
		return nil, diag.At(diag.InputValidationFailed, "input#", "The path must be percent-encoded UTF-8 without NUL.")
	}
	// Without a RawPath no segment holds an escape that its decoded form hides.
	path, escaped := u.Path, u.RawPath != ""
	if escaped {
		path = u.EscapedPath()
	}
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/")
	for rest, more := path, true; more; {
		if len(dst) == most {
			return nil, nil
		}
		var segment string
		segment, rest, more = strings.Cut(rest, "/")
		if escaped {
			segment = decodedSegment(segment)
		}
		dst = append(dst, segment)
	}
	return dst, nil
}

// decodedSegment decodes a segment of url.URL.EscapedPath, which is always
// well-formed.
func decodedSegment(segment string) string {
	if text, err := url.PathUnescape(segment); err == nil {
		return text
	}
	return segment
}
