// Package engine runs the handlers of a site: QuickJS, realms, and the bounds
// of what one of them may use (decision 193). It is the inside of the process
// that package worker starts, and knows of no service: what a handler asks for
// leaves a turn as an operation, and its outcome comes back in a later turn.
package engine
