// Package web is what a realm has beside the language: URL, fetch, timers,
// AbortSignal, text and its encodings, digests, console, structuredClone, and
// formats by locale. Its scripts are evaluated before the handlers, and leave
// every built-in frozen (decision 199). The functions of Go behind them answer
// at once and need no service; what has to wait is an operation of the caller.
package web
