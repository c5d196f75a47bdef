// Package inspecttest has files for tests: hostile ones, each with the code that
// refuses it or with what it is where it does no harm, and honest ones, which must
// be accepted. They are made by code, so that a reader sees what is wrong with each.
//
// To add one, copy a line of the table that fits (pictures.go, svg.go, files.go).
package inspecttest

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Case is one file and what becomes of it.
type Case struct {
	Name          string // unique, usable as the name of a subtest
	Declared      string // the mime type that the uploader claims
	Bytes         func() []byte
	Code          diag.Code // what refuses it; "" where it is accepted
	Width, Height int       // of a picture that is accepted
}

// The codes of a refusal (decision 161).
const (
	rejected = diag.MediaMimeRejected     // not a whole file of its type
	tooLarge = diag.MediaSizeExceeded     // too much work to show
	harmful  = diag.InputValidationFailed // whole, and not harmless
	harmless = diag.Code("")
)

// Hostile are files that somebody made or broke on purpose. Most are refused; the
// others do no harm as they are served.
func Hostile() []Case {
	return slices.Concat(hostileJPEG, hostilePNG, hostileGIF, hostileWebP, hostileHEIF, hostileSVG, hostileFiles)
}

// Honest are whole files of each type, as programs write them.
func Honest() []Case {
	return slices.Concat(honestPictures, honestSVG, honestFiles)
}
