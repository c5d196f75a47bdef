// Package admin embeds the Admin application, which is built from this folder
// into dist/ and committed. The build tag noadmin leaves it out: the program is
// smaller by what the application weighs, and the Admin routes say so.
package admin

//go:generate go run ./types src/api/types.gen.ts ../internal/admin/wire
//go:generate go run ./types src/api/diagnostic.gen.ts ../internal/diag:Diagnostic,Source,Code,Phase,Severity
