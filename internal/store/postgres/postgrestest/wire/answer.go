package wire

// ready is the type of the message that ends an answer.
const ready = 'Z'

// A scanner counts the ends of answers in a stream of messages.
type scanner struct {
	head [5]byte // type and length of the message that is read
	have int     // bytes of it
	rest int     // bytes of its body that are still to come
}

// scan reports how many answers end in the next bytes.
func (s *scanner) scan(b []byte) (ends int) {
	for len(b) > 0 {
		if s.have < len(s.head) {
			n := copy(s.head[s.have:], b)
			s.have, b = s.have+n, b[n:]
			if s.have < len(s.head) {
				return ends
			}
			s.rest = int(uint32(s.head[1])<<24|uint32(s.head[2])<<16|uint32(s.head[3])<<8|uint32(s.head[4])) - 4
		}
		n := min(s.rest, len(b))
		s.rest, b = s.rest-n, b[n:]
		if s.rest <= 0 {
			if s.head[0] == ready {
				ends++
			}
			s.have = 0
		}
	}
	return ends
}
