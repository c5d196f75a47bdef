package site

import "slices"

// What follows is the closed vocabulary of the site configuration, for whoever
// describes it to others.

// IconTypes lists the MIME types of icons.
func IconTypes() []string { return slices.Clone(iconMimeTypes) }

// IconThemes lists the themes of icons.
func IconThemes() []string { return slices.Clone(iconThemes) }

// IconSizePattern is what a size of an icon matches, unless it is any.
func IconSizePattern() string { return iconSize.String() }

// PurposePattern is what the name of a media purpose matches.
func PurposePattern() string { return slug.String() }
