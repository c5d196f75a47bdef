// Package externaltest runs providers to sign in at, as real HTTP servers on
// loopback: a code host, an OpenID provider and a service that hosts sign-in
// for others. They check what a provider checks (client, redirect URI, PKCE, a
// code only once) and sign in every visitor at once.
//
// A test sets their fields to choose that user before it begins a sign-in, and
// makes them give a wrong answer with Replace.
package externaltest
