// Package diagnostic is the one way in which the service says that something is
// wrong: the Diagnostic, the List that collects them, and the catalogue of every
// code with its phases, HTTP status and meaning.
//
// Programs decide on codes, which are stable, and never on messages:
//
//	var d *diagnostic.Diagnostic
//	if errors.As(err, &d) && d.Code == diagnostic.Conflict {
//		// somebody was faster
//	}
package diagnostic
