// Package external signs users in through other providers: a code host, social
// providers, any OpenID or OAuth provider that describes itself, and another
// service of this kind.
//
// All of them are one Provider, which differs in data alone: where its
// endpoints are, and how it says who somebody is. A sign-in has two halves.
// Begin gives the URL to send the browser to, and what must be kept, sealed and
// bound to that browser, until it comes back to
// <origin>/api/auth/callback/<provider>; Finish takes both and gives the
// Identity.
//
// # What is checked
//
// State and PKCE (S256) always. The issuer of an answer (RFC 9207) wherever the
// provider names itself, so that no other provider's answer is taken for its
// own; each provider has a callback path of its own besides. Of an ID token
// its signature, by an asymmetric algorithm, issuer, audience, lifetime, nonce
// and the hash of the access token. An e-mail address counts as verified only
// where the provider says so in words that mean it.
//
// # What a provider can do to us
//
// Fail its own sign-ins: it is asked only when somebody signs in, for a bounded
// time, its answers are bounded, and its redirects are not followed, since a
// request may carry a secret. What it says in an error is neither shown nor
// logged but for the code.
//
// Every error is a *diag.Diagnostic.
package external
