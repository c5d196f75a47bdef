package auth

import "github.com/quartet-dev/quartet/internal/diag"

func invalid(field, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "input#/"+field, message)
}

func denied() *diag.Diagnostic {
	return diag.At(diag.AuthDenied, "input#", "This takes the role of an owner.")
}

// unproven answers every code and link that does not count, whatever the
// reason.
func unproven() *diag.Diagnostic {
	d := diag.At(diag.Unauthenticated, "", "This is wrong, was used already or is too old.")
	d.Suggestion = "Ask for a new one."
	return d
}
