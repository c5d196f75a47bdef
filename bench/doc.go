// Command bench measures Quartet against its floor: a net/http handler written
// by hand over the same driver, statements and rows, which encodes JSON by
// hand. Both run as processes of their own, in turns, under the same load. The
// figure that counts is their ratio in one run.
//
//	go run ./bench                # everything, about four minutes
//	go run ./bench -rows 10000 -seconds 1 -rounds 1   # a quick look
package main
