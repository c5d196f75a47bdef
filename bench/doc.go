// Command bench measures Quartet against its floor: a hand-written net/http
// handler over the same driver, statements and rows, which encodes JSON by
// hand. Both run as processes of their own, in turns, under the same load, so
// that the figure that counts is a ratio taken in one run.
//
//	go run ./bench                # everything, about four minutes
//	go run ./bench -rows 10000 -seconds 1 -rounds 1   # a quick look
package main
