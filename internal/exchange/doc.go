// Package exchange carries entries and the files of the media library out of a site
// and into one: `quartet export` and `quartet import`.
//
// An export is lines of JSON (NDJSON): a header, the assets of the media library, the
// entries in the order of collection and id, and an end with counts and a checksum.
// It has no time and no name of a machine in it, so that two exports of the same data
// are equal to the byte (decision 217). Bytes of media come beside the lines, in a
// folder or in one tar archive.
//
// An import reads records from a [Source], which is an export or a file of another
// program, and writes them through the one entry writer of package content
// (decision 216). It can be repeated: what is there is left.
package exchange
