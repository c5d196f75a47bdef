package changes

// maxNumbers bounds the numbers that are remembered. More are only told in half a second by
// a database far beyond what one machine does; they count as missing then.
const maxNumbers = 1 << 16

// numbers knows which numbers of the sequence somebody has accounted for. Each look at
// the sequence finds its last number, and the next look asks for everything up to it:
// in between, the notices have had the time to arrive.
type numbers struct {
	accounted map[int64]struct{} // above floor
	floor     int64              // everything up to here is settled
	last      int64              // of the last look
}

func (n *numbers) account(number int64) {
	if number > n.floor && len(n.accounted) < maxNumbers {
		n.accounted[number] = struct{}{}
	}
}

// begin starts anew: of what was before nothing is known.
func (n *numbers) begin(number int64) {
	n.settle(number)
	n.last = number
}

// look takes the present number and reports whether one is missing of those that the
// last look has seen.
func (n *numbers) look(number int64) (missing bool) {
	if number < n.last { // another database took over, or a copy of an older one
		n.floor, n.last = number, number
		clear(n.accounted)
		return true
	}
	missing = n.settle(n.last)
	n.last = number
	return missing
}

// settle forgets the numbers up to one, and reports whether some of them are missing.
func (n *numbers) settle(upTo int64) (missing bool) {
	expected := upTo - n.floor
	for number := range n.accounted {
		if number <= upTo {
			delete(n.accounted, number)
			expected--
		}
	}
	n.floor = upTo
	return expected > 0
}
