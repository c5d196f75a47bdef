package manifest

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Segment is one segment of an HTTP Trigger's path: literal text, decoded, or
// the input property that it binds.
type Segment struct {
	Literal  string
	Property string // set for {name}
}

const apiPrefix = "/api/"

// reservedSegments follow /api/ in the paths that belong to the service
// (contract, Reserved paths). A Trigger's path starts with /api/, so that these
// are all that it could replace; httpx.Reserved has every reserved path.
var reservedSegments = []string{"auth", "views"}

// splitPath reads the path of an HTTP Trigger. reason says what is wrong with
// it, if anything. A trailing slash is the same route.
func splitPath(text string) (segments []Segment, reason string) {
	if !strings.HasPrefix(text, apiPrefix) {
		return nil, "The path of an HTTP Trigger starts with /api/."
	}
	if strings.ContainsFunc(text, isRefusedInPath) {
		return nil, "A path holds no query, no fragment, no backslash and no white space."
	}
	for each := range strings.SplitSeq(strings.TrimSuffix(text, "/")[1:], "/") {
		segment, reason := readSegment(each)
		if reason == "" && segment.Property != "" && slices.Contains(segments, segment) {
			reason = "The path names {" + segment.Property + "} more than once."
		}
		if reason != "" {
			return nil, reason
		}
		segments = append(segments, segment)
	}
	if len(segments) < 2 {
		return nil, "The path of an HTTP Trigger names something after /api/."
	}
	if reason := replaces(segments); reason != "" {
		return nil, reason
	}
	return segments, ""
}

// replaces says which path of the service some request could match that the
// segments match, if any. Intermediaries decode %2F and remove dot segments, so
// that the segments are held against the service's as they are after that
// (decision 107).
func replaces(segments []Segment) (reason string) {
	const template = "\x00" // no literal holds it
	texts := make([]string, len(segments))
	for i, each := range segments {
		if texts[i] = each.Literal; each.Property != "" {
			texts[i] = template
		}
	}
	rest, isAPI := strings.CutPrefix(path.Clean("/"+strings.Join(texts, "/")), apiPrefix)
	first, _, _ := strings.Cut(rest, "/")
	switch {
	case !isAPI:
		return "The path leads out of /api/ once its segments are decoded."
	case first == template:
		return "A template right after /api/ also matches /api/" + strings.Join(reservedSegments, " and /api/") +
			", which belong to the service; write a literal segment before it."
	case slices.Contains(reservedSegments, first):
		return "The paths under /api/" + first + " belong to the service."
	}
	return ""
}

func isRefusedInPath(r rune) bool {
	return strings.ContainsRune("?#\\", r) || unicode.IsSpace(r) || unicode.IsControl(r)
}

func readSegment(text string) (segment Segment, reason string) {
	if strings.ContainsAny(text, "{}") {
		name := strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}")
		if len(name) != len(text)-2 || name == "" || strings.ContainsAny(name, "{}") {
			return Segment{}, "A template is a whole segment of the form {name}."
		}
		return Segment{Property: name}, ""
	}
	literal, err := url.PathUnescape(text)
	switch {
	case err != nil || !jsonvalue.ValidString(literal):
		return Segment{}, "A segment of the path is not percent-encoded UTF-8."
	case literal == "":
		return Segment{}, "A segment of the path is empty."
	case literal == "." || literal == "..":
		return Segment{}, "The path holds a dot segment, which clients remove."
	}
	return Segment{Literal: literal}, ""
}
