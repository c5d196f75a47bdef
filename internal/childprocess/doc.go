// Package childprocess starts this program once more, to do one thing apart from the
// service: what keeps the processor busy does not delay requests, its memory goes
// back to the system, and what cannot be stopped can be ended (decisions 193 and
// 202).
package childprocess
