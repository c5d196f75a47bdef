// Package ghost reads the export of a Ghost site (JSON) as records for a mapping:
// authors, tags, then posts and pages with their tags, authors and feature images.
//
// The file is read twice, a row at a time: first for what rows refer to. The text of a
// post is its HTML; a post that has only the tree of its editor has none. A post that
// was for members comes as a draft, and so does one that was sent by mail alone.
package ghost
