// Package mail sends codes and links to sign in with, invitations, and what handlers
// write (Message). It implements the port that internal/auth declares:
//
//	SendCode(ctx context.Context, to, code, locale string) error
//	SendLink(ctx context.Context, to, link, locale string) error
//	SendInvitation(ctx context.Context, to, role, inviter, link, locale string) error
//
// An Outbox hands letters to an SMTP server; a Terminal prints them for
// somebody who works on a site.
//
// A caller only waits until its letter is queued. So a call takes as long for a
// known address as for an unknown one, and a slow server delays nobody. The log
// says what became of a letter, without address, code or link.
package mail
