package jsonvalue

// Limits bound what Decode and Normalize accept. Zero fields mean the defaults.
type Limits struct {
	Depth int // nested arrays and objects; default 100
	Nodes int // values in all, object members included; default 100,000

	// Stored takes numbers that are not Exact: what was stored before they were
	// refused stays readable.
	Stored bool
}

const (
	defaultDepth = 100
	defaultNodes = 100_000
)

func (l Limits) orDefaults() Limits {
	if l.Depth <= 0 {
		l.Depth = defaultDepth
	}
	if l.Nodes <= 0 {
		l.Nodes = defaultNodes
	}
	return l
}

// Fault says why a value was refused. Pointer is the JSON pointer of the
// offending value as far as it is known; Offset the byte offset in the input,
// or -1. Reason is one sentence that quotes nothing of the input.
type Fault struct {
	Pointer string
	Offset  int
	Reason  string

	cause error
}

func (f *Fault) Error() string { return f.Reason }

// Place is the Pointer, for whoever reports the fault.
func (f *Fault) Place() string { return f.Pointer }

// Unwrap gives the error of encoding/json behind a fault of Normalize.
func (f *Fault) Unwrap() error { return f.cause }

// under moves a fault found inside a member or element to its parent's view.
func (f *Fault) under(token string) *Fault {
	f.Pointer = Pointer(token) + f.Pointer
	return f
}

// budget counts down what is left of Limits.
type budget struct{ depth, nodes int }

func (l Limits) budget() budget {
	l = l.orDefaults()
	return budget{depth: l.Depth, nodes: l.Nodes}
}

const (
	tooDeep  = "The value is nested too deeply."
	tooMany  = "The value holds too many values."
	notUTF8  = "The text is not valid UTF-8."
	hasNUL   = "A string holds the NUL character, which cannot be stored."
	outOfInt = "The integer does not fit 64 bits."
	outOfNum = "The number is too large."

	negativeZero = "Negative zero cannot be kept; write 0."
	tooSmall     = "The number is too small: it would be kept as 0."
	tooFine      = "The number has more digits than can be kept."
)
