package rendition

import "math"

// one is a weight of 1.
const one = 1 << 14

// taps says of each pixel which cells it is made of, and with which weights.
type taps struct {
	first   []int
	end     []int // of its weights
	weights []int32
	most    int // cells of one pixel
}

// newTaps maps length, in cells, to so many pixels; the last cell may be a part of
// one.
func newTaps(length float64, cells, pixels int) taps {
	t := taps{first: make([]int, pixels), end: make([]int, pixels)}
	scale := length / float64(pixels)
	wide := max(scale, 1)
	for i := range pixels {
		center := float64((float64(i)+0.5)*scale) - 0.5
		first := max(int(math.Ceil(center-float64(2*wide))), 0)
		last := min(int(math.Floor(center+float64(2*wide))), cells-1)
		first, last = min(first, cells-1), max(last, 0)
		t.first[i] = first
		t.add(first, last, center, wide)
		t.end[i] = len(t.weights)
		t.most = max(t.most, last-first+1)
	}
	return t
}

// add appends weights whose sum is one. What rounding leaves goes to the largest.
func (t *taps) add(first, last int, center, wide float64) {
	begin := len(t.weights)
	sum := 0.0
	for c := first; c <= last; c++ {
		sum += catmullRom((float64(c) - center) / wide)
	}
	left, largest := int32(one), begin
	for c := first; c <= last; c++ {
		w := int32(math.Round(float64(catmullRom((float64(c)-center)/wide)*one) / sum))
		t.weights = append(t.weights, w)
		left -= w
		if w > t.weights[largest] {
			largest = len(t.weights) - 1
		}
	}
	t.weights[largest] += left
}

// catmullRom converts each product, so that no machine fuses it with a sum.
func catmullRom(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x >= 2:
		return 0
	case x >= 1:
		inner := float64(float64(float64(-0.5*x)+2.5)*x) - 4
		return float64(inner*x) + 2
	default:
		inner := float64(1.5*x) - 2.5
		return float64(inner*float64(x*x)) + 1
	}
}

func (t *taps) of(i int) (first int, weights []int32) {
	begin := 0
	if i > 0 {
		begin = t.end[i-1]
	}
	return t.first[i], t.weights[begin:t.end[i]]
}

// apply makes a row of pixels out of one of cells.
func (t *taps) apply(dst, cells []int32, channels int) {
	if channels == 1 {
		t.apply1(dst, cells)
		return
	}
	for i := range t.first {
		first, weights := t.of(i)
		var a, b, c, d int32 = one / 2, one / 2, one / 2, one / 2
		from := cells[first*4 : (first+len(weights))*4]
		for _, w := range weights {
			a += w * from[0]
			b += w * from[1]
			c += w * from[2]
			d += w * from[3]
			from = from[4:]
		}
		to := dst[i*4 : i*4+4 : i*4+4]
		to[0], to[1], to[2], to[3] = a>>14, b>>14, c>>14, d>>14
	}
}

func (t *taps) apply1(dst, cells []int32) {
	begin := 0
	for i, first := range t.first {
		weights := t.weights[begin:t.end[i]]
		begin = t.end[i]
		from := cells[first : first+len(weights)]
		sum := int32(one / 2)
		for k, w := range weights {
			sum += w * from[k]
		}
		dst[i] = sum >> 14
	}
}
