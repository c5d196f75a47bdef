// Package mail tells people things by mail: codes and links to sign in with,
// and invitations. It fills the port that internal/auth declares:
//
//	SendCode(ctx context.Context, to, code, locale string) error
//	SendLink(ctx context.Context, to, link, locale string) error
//	SendInvitation(ctx context.Context, to, role, inviter, link, locale string) error
//
// An Outbox hands letters to an SMTP server; a Terminal prints them for
// somebody who works on a site.
//
// Handing a letter over is all that a caller waits for, so that it takes as
// long for an address that exists as for one that does not, and a slow server
// stalls nobody. What becomes of it is in the log, without address, code and
// link.
package mail
