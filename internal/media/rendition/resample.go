package rendition

// resampler makes a picture of another size out of the rows of one, top to
// bottom, in fixed point so that every machine makes the same. Whole boxes of
// pixels are averaged first, to at least twice the size that is wanted; Catmull
// and Rom's kernel does the rest. It works on the values as they are stored, not
// on light.
type resampler struct {
	channels int
	src, dst Size
	box      Size
	h, v     taps
	sums     []uint32 // of the row of boxes that is being filled
	summed   int      // its rows
	cells    []int32  // averages of boxes, in 1/16
	ring     [][]int32
	line     []int32
	rows     int // of boxes
	pushed   int // rows of the source
	done     int // rows of pix
	pix      []byte
}

func newResampler(src, dst Size, channels int) *resampler {
	r := &resampler{channels: channels, src: src, dst: dst}
	r.box = Size{boxFor(src.Width, dst.Width), boxFor(src.Height, dst.Height)}
	columns := (src.Width + r.box.Width - 1) / r.box.Width
	rows := (src.Height + r.box.Height - 1) / r.box.Height
	r.h = newTaps(float64(src.Width)/float64(r.box.Width), columns, dst.Width)
	r.v = newTaps(float64(src.Height)/float64(r.box.Height), rows, dst.Height)
	r.sums = make([]uint32, columns*channels)
	r.cells = make([]int32, columns*channels)
	r.line = make([]int32, dst.Width*channels)
	r.ring = make([][]int32, r.v.most)
	for i := range r.ring {
		r.ring[i] = make([]int32, dst.Width*channels)
	}
	r.pix = make([]byte, dst.Width*dst.Height*channels)
	return r
}

// boxFor leaves at least two boxes for each pixel.
func boxFor(src, dst int) int { return max(1, src/(2*dst)) }

// push takes the next row, of bytes as they are stored.
func (r *resampler) push(row []byte) {
	switch {
	case r.box.Width > 1:
		addBoxes(r.sums, row, r.box.Width, r.channels, r.src.Width)
	case r.box.Height > 1:
		addRow(r.sums, row)
	}
	r.summed++
	r.pushed++
	if r.summed < r.box.Height && r.pushed < r.src.Height {
		return
	}
	if r.box.Width == 1 && r.box.Height == 1 {
		for i := range r.cells {
			r.cells[i] = int32(row[i]) << 4
		}
	} else {
		r.average()
	}
	r.summed = 0
	r.h.apply(r.ring[r.rows%len(r.ring)], r.cells, r.channels)
	r.rows++
	r.emit()
}

func addRow(sums []uint32, row []byte) {
	row = row[:len(sums)]
	for i, v := range row {
		sums[i] += uint32(v)
	}
}

func addBoxes(sums []uint32, row []byte, width, channels, columns int) {
	if channels == 1 {
		addBoxes1(sums, row[:columns], width)
		return
	}
	full := columns / width
	for b := range full {
		s := sums[b*4 : b*4+4 : b*4+4]
		cells := row[b*width*4 : (b+1)*width*4]
		for len(cells) >= 4 {
			s[0] += uint32(cells[0])
			s[1] += uint32(cells[1])
			s[2] += uint32(cells[2])
			s[3] += uint32(cells[3])
			cells = cells[4:]
		}
	}
	for x := full * width; x < columns; x++ {
		for c := range 4 {
			sums[full*4+c] += uint32(row[x*4+c])
		}
	}
}

func addBoxes1(sums []uint32, row []byte, width int) {
	for i := range sums {
		n := min(width, len(row))
		s := uint32(0)
		for _, v := range row[:n] {
			s += uint32(v)
		}
		sums[i] += s
		row = row[n:]
	}
}

// average ends a row of boxes. The last box of a row has what is left.
func (r *resampler) average() {
	reciprocal := func(n int) uint64 { return (16<<32 + uint64(n)/2) / uint64(n) }
	full := reciprocal(r.box.Width * r.summed)
	last := len(r.sums) - r.channels
	for i, s := range r.sums[:last] {
		r.cells[i] = int32((uint64(s)*full + 1<<31) >> 32)
	}
	rest := r.src.Width - (last/r.channels)*r.box.Width
	for i, s := range r.sums[last:] {
		r.cells[last+i] = int32((uint64(s)*reciprocal(rest*r.summed) + 1<<31) >> 32)
	}
	clear(r.sums)
}

// emit makes the rows that nothing is missing for.
func (r *resampler) emit() {
	for r.done < r.dst.Height {
		first, weights := r.v.of(r.done)
		if first+len(weights) > r.rows {
			return
		}
		clear(r.line)
		for i, w := range weights {
			addWeighted(r.line, r.ring[(first+i)%len(r.ring)], w)
		}
		store(r.pix[r.done*len(r.line):(r.done+1)*len(r.line)], r.line)
		r.done++
	}
}

func addWeighted(line, row []int32, w int32) {
	row = row[:len(line)]
	for i, v := range row {
		line[i] += v * w
	}
}

func store(pix []byte, line []int32) {
	pix = pix[:len(line)]
	for i, v := range line {
		pix[i] = byte(min(max((v+1<<17)>>18, 0), 255))
	}
}
