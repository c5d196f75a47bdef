// Package markup turns what people wrote into HTML, Markdown and plain text.
//
// It promises three things of everything that it writes:
//
//   - Safe. Only known elements, attributes and address schemes occur, whatever
//     the input holds. Raw HTML in Markdown is shown as text and never runs.
//   - Well-formed. Headings follow the page's own without a gap, ids are unique
//     and cannot take the place of a name of the DOM, and elements stand only
//     where HTML allows them.
//   - Bounded. Input over [MaxSource] is refused with [ErrTooLong], input whose
//     work or output would grow faster than itself with [ErrTooComplex].
//
// Nothing is built before its first use: a site without pages pays for no parser.
package markup
