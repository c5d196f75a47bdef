// Package external signs users in through other providers: a code host, social
// providers, any OpenID or OAuth provider that describes itself, and another
// service of this kind.
//
// All of them are one type, Provider, and differ in data only: where their
// endpoints are, and how they say who a user is. A sign-in has two halves.
// Begin gives the URL to send the browser to, and what must be kept, sealed and
// bound to that browser, until it comes back to
// <origin>/api/auth/callback/<provider>. Finish takes both and gives the
// Identity.
//
// # What is checked
//
// State and PKCE (S256) always. The issuer of an answer (RFC 9207) wherever the
// provider names itself, so that the answer of one provider does not pass for
// that of another; each provider also has a callback path of its own. Of an ID
// token the signature, by an asymmetric algorithm, issuer, audience, lifetime,
// nonce and the hash of the access token. An email address counts as verified
// only by the claim and values that are listed for the provider.
//
// # What a provider can do to us
//
// It can make its own sign-ins fail. It is asked only when a user signs in, for
// a bounded time; its answers are bounded; its redirects are not followed,
// because a request may carry a secret. Of its errors only the code is shown or
// logged.
//
// Every error is a *diag.Diagnostic.
package external
