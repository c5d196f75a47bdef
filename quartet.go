// Package quartet is a content and application service that a folder of
// manifests declares, as a library.
//
// A site is a folder. In it, four kinds of YAML documents say what the service
// is: a Schema declares a collection of entries, a View a read of them, a
// Procedure something that can be called, and a Trigger makes a Procedure
// reachable. [Open] reads the folder, checks all of it, brings the database in
// line and returns a [Service], which is an http.Handler:
//
//	service, err := quartet.Open(ctx, quartet.Options{Dir: "my-site"})
//	if err != nil {
//		return err
//	}
//	defer service.Close()
//	return http.ListenAndServe("127.0.0.1:8787", service)
//
// Nothing is half open. Whatever is wrong with the settings, the manifests,
// the handlers or the routes is found before the first request and returned as
// one [*BootValidationError] with every diagnostic, each with its place in a
// file.
//
// # Handlers
//
// What YAML cannot say is written in Go. A Procedure whose handler is
// { kind: ref, ref: <key> } calls the function that [Options.Handlers] holds
// under that key. It runs after the caller was authorized and the input was
// validated, and its result is validated before anyone sees it, so that a
// handler holds the rule that it exists for and little else. [Handle] makes one
// from a function with an input and a result of its own types. A handler
// refuses with [Fail]; any other error, and a panic, is answered as
// INTERNAL_ERROR without a detail.
//
// # Calls in process
//
// A program calls the same service without HTTP: [Service.View] and [Rows] read,
// [Service.Invoke] and [Call] run a Procedure, [Service.Entries] keeps the
// entries of a collection. Such calls go through the same authorization,
// validation and hooks as requests, on behalf of the [Caller] that they name;
// the zero Caller is nobody.
//
// # Deferred hooks
//
// The after_* hooks run when their write is done, at least once: the event is
// stored with the write, and a Service delivers from Open to Close, also what a
// process that was killed has left. A handler may therefore see an event twice
// and keys what it does on [Event.ID] and [Event.Trigger], which stay the same.
// [Service.Deferred] lists what waits and what was given up.
//
// # Errors
//
// What the service refuses is a [*Diagnostic] with a stable [Code], found with
// [errors.As] or [CodeOf]. Package diagnostic has the codes. Programs decide on
// codes, never on messages.
package quartet
