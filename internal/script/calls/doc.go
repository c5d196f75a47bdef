// Package calls is what a handler reaches of the service by its context: Views,
// Procedures and entries, with the rights of its caller or of the service, mail,
// requests to other services, timers and the log. Every call goes through the
// entry points that all surfaces use (decision 200).
package calls
