package site

import (
	"fmt"
	"strings"
)

// InvalidSiteDefaultsError says that locales do not canonicalize.
type InvalidSiteDefaultsError struct {
	InvalidLocales []string // as they were written, in order
}

func (e *InvalidSiteDefaultsError) Error() string {
	return "locales that do not canonicalize: " + strings.Join(e.InvalidLocales, ", ")
}

// InvalidSiteIconsError says that icons break the rules of SiteIcon.
type InvalidSiteIconsError struct {
	Icons []Icon // those that do, in order; none when the list itself is empty
}

func (e *InvalidSiteIconsError) Error() string {
	if len(e.Icons) == 0 {
		return "an empty list of icons"
	}
	sources := make([]string, len(e.Icons))
	for i, icon := range e.Icons {
		sources[i] = fmt.Sprintf("%q", icon.Src)
	}
	return "icons that break the rules: " + strings.Join(sources, ", ")
}

// InvalidMediaPurposesError says that purposes break the rules of
// MediaPurposePolicy.
type InvalidMediaPurposesError struct {
	Purposes []RefusedPurpose // in order
}

// RefusedPurpose is a purpose by name, and the first Reason that applies to it.
type RefusedPurpose struct {
	Name   string
	Reason Reason
}

func (e *InvalidMediaPurposesError) Error() string {
	reasons := make([]string, len(e.Purposes))
	for i, p := range e.Purposes {
		reasons[i] = fmt.Sprintf("%q: %s", p.Name, p.Reason)
	}
	return "media purposes that break the rules: " + strings.Join(reasons, ", ")
}
