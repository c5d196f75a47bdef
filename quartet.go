// Package quartet is a content and application service that a folder of
// manifests declares, as a library.
//
// A site is a folder. Its YAML documents declare the service: a Schema declares
// a collection of entries, a View a read of them, a Procedure a typed write or
// action, and a Trigger makes a Procedure reachable. [Open] reads the folder,
// checks all of it, brings the database in line and returns a [Service], which
// is an http.Handler:
//
//	service, err := quartet.Open(ctx, quartet.Options{Dir: "my-site"})
//	if err != nil {
//		return err
//	}
//	defer service.Close()
//	return http.ListenAndServe("127.0.0.1:8787", service)
//
// [Open] finds every fault of the settings, the manifests, the handlers and the
// routes before the first request. It returns them as one [*BootValidationError],
// which holds every diagnostic with its place in a file.
//
// # Handlers
//
// Write in Go what YAML cannot say. A Procedure whose handler is { kind: ref,
// ref: <key> } calls the function that [Options.Handlers] holds under that key,
// or the one in TypeScript in the folder handlers of the site.
// The service authorizes the caller and validates the input before the handler
// runs, and validates its result before anyone sees it, so the handler holds
// only the rule itself. [Handle] makes a [Handler] from a function with an input
// and a result of its own types. A handler refuses with [Fail]; any other error,
// and a panic, is answered as INTERNAL_ERROR without a detail.
//
// # Calls in process
//
// A program calls the same service without HTTP: [Service.View] and [Rows]
// read, [Service.Invoke] and [Call] run a Procedure, [Service.Entries] reads
// and writes the entries of a collection. These calls go through the same
// authorization, validation and hooks as requests, on behalf of the [Caller]
// that you pass; the zero Caller is nobody.
//
// # Deferred hooks
//
// The after_* hooks run after their write, at least once. The event is stored
// with the write, and a Service delivers events from Open to Close, including
// those that a killed process has left. A handler may therefore see an event
// twice: use the ID and Trigger of its [Event], which stay the same, as the key
// of what it does. [Service.Deferred] lists the events that wait and those that
// were given up.
//
// # Errors
//
// Every refusal is a [*Diagnostic] with a stable Code; find it with errors.As or
// [CodeOf]. Decide on codes, never on messages.
package quartet
