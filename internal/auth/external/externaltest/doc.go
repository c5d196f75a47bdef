// Package externaltest has providers to sign in at, as real HTTP servers on
// loopback: a code host, an OpenID provider and a service that hosts sign-in
// for others. They check what a provider checks (client, redirect URI, PKCE,
// a code once) and sign in whoever comes, at once.
//
// A test changes who that is with their fields before it begins a sign-in, and
// puts a wrong answer in the place of a right one with Replace.
package externaltest
