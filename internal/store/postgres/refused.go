package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/diag"
)

// refused is the diagnostic for a server that was not reached, or that lets the
// service not in, at a start or for a command: what of the address is wrong. It is
// nil for any other error. The driver's words, which have no password, go with it.
func refused(err error) *diag.Diagnostic {
	var connecting *pgconn.ConnectError
	if !errors.As(err, &connecting) {
		return nil
	}
	d := &diag.Diagnostic{Code: diag.SettingsInvalid, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database"}
	switch {
	case hasState(err, noDatabase):
		d.Code, d.Message = diag.DatabaseMissing, "The server has no database of the name that the address has."
		d.Suggestion = "Have it made: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' OWNER <user of the address>"
	case hasState(err, invalidPassword, notAuthorized):
		d.Message = "The server does not let the user of the address in."
		d.Suggestion = "Look at the user and the password of DATABASE_URL, and at the server's pg_hba.conf."
	case hasState(err, unknownParameter, badParameter):
		d.Message = "The server does not take a parameter of the address."
	default:
		return diag.At(diag.ResourceUnavailable, "", "The database server does not answer, or refuses connections now.").WithCause(err)
	}
	d.Message += " " + connecting.Error()
	return d.WithCause(err)
}
