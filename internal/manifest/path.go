package manifest

import (
	"net/url"
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
// (contract, Reserved paths).
var reservedSegments = []string{"auth", "views"}

// splitPath reads the path of an HTTP Trigger. reason says what is wrong with
// it, if anything. A trailing slash is the same route.
func splitPath(path string) (segments []Segment, reason string) {
	if !strings.HasPrefix(path, apiPrefix) {
		return nil, "The path of an HTTP Trigger starts with /api/."
	}
	if strings.ContainsFunc(path, isRefusedInPath) {
		return nil, "A path holds no query, no fragment, no backslash and no white space."
	}
	for each := range strings.SplitSeq(strings.TrimSuffix(path, "/")[1:], "/") {
		segment, reason := readSegment(each)
		if reason == "" && segment.Property != "" && slices.Contains(segments, segment) {
			reason = "The path names {" + segment.Property + "} more than once."
		}
		if reason != "" {
			return nil, reason
		}
		segments = append(segments, segment)
	}
	switch {
	case len(segments) < 2:
		return nil, "The path of an HTTP Trigger names something after /api/."
	case slices.Contains(reservedSegments, segments[1].Literal):
		return nil, "The paths under /api/" + segments[1].Literal + " belong to the service."
	}
	return segments, ""
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
