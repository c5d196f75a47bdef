package main

import (
	"fmt"
	"strings"
)

// post is one row of the benchmark: the same for Quartet and for the floor.
type post struct {
	id, slug, locale, title, body string
	publishedAt                   int64
}

const firstDay = int64(1_600_000_000_000) // publishedAt of row 0, epoch milliseconds
const step = int64(60_000)                // between two rows

var paragraph = strings.Repeat("Leaves that were picked before the sun stood high wither on bamboo trays until noon. ", 7)

func makePost(i int) post {
	locale := "en"
	if i%2 == 1 {
		locale = "zh-TW"
	}
	return post{
		id:          fmt.Sprintf("0190%04x-%04x-7000-8000-%012x", i>>16, i&0xffff, i),
		slug:        fmt.Sprintf("post-%06d", i/2),
		locale:      locale,
		title:       fmt.Sprintf("On the keeping of tea, part %d", i/2),
		body:        paragraph,
		publishedAt: firstDay + int64(i)*step,
	}
}
