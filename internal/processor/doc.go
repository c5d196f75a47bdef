// Package processor shares the processor between requests and what costs it: one
// pool of slots for all work that keeps a core busy for longer than a request
// may. One core is always left to the requests.
package processor
