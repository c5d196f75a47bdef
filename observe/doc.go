// Package observe is what a program that watches a service is told: what became
// of each request and of each try of a deferred hook, and the condition of the
// service in figures. Metrics, the developer console and programs that embed the
// service show the same.
package observe
