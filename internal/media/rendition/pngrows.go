package rendition

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"

	"io"
)

// pushPNG reads a PNG row by row, so that it takes little memory whatever its size;
// an interlaced one whole.
func pushPNG(r io.Reader, push func(row []byte)) error {
	buffered := bufio.NewReaderSize(r, 32<<10)
	p, err := readPNGHeader(buffered)
	if err != nil {
		return err
	}
	z, err := zlib.NewReader(&idat{r: buffered})
	if err != nil {
		return err
	}
	defer z.Close()
	if p.interlaced {
		err = p.passes(z, push)
	} else {
		err = p.rows(z, push)
	}
	if err != nil {
		return err
	}
	// The rest is the checksum.
	if _, err := io.Copy(io.Discard, io.LimitReader(z, 1)); err != nil {
		return unexpected(err)
	}
	return nil
}

// rows reads as many rows as the picture is high.
func (p *pngHeader) rows(r io.Reader, push func(row []byte)) error {
	perPixel := p.channels() * p.depth
	row := make([]byte, 1+(p.size.Width*perPixel+7)/8)
	above := make([]byte, len(row))
	out := make([]byte, p.size.Width*4)
	convert := p.converter()
	for range p.size.Height {
		if _, err := io.ReadFull(r, row); err != nil {
			return unexpected(err)
		}
		if err := unfilter(row[0], row[1:], above[1:], max(perPixel/8, 1)); err != nil {
			return err
		}
		convert(out, row[1:])
		push(out)
		row, above = above, row
	}
	return nil
}

// adam7 are the passes of an interlaced picture: the first pixel of each, and how
// far the next ones are away.
var adam7 = [7]struct{ x, y, dx, dy int }{
	{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2},
}

// passes puts the seven passes together.
func (p *pngHeader) passes(r io.Reader, push func(row []byte)) error {
	stride := 4 * p.size.Width
	whole := make([]byte, stride*p.size.Height)
	for _, pass := range adam7 {
		part := *p
		part.size = Size{(p.size.Width - pass.x + pass.dx - 1) / pass.dx, (p.size.Height - pass.y + pass.dy - 1) / pass.dy}
		if part.size.Width < 1 || part.size.Height < 1 {
			continue
		}
		y := pass.y
		err := part.rows(r, func(row []byte) {
			line := whole[y*stride : (y+1)*stride]
			for x := pass.x; x < p.size.Width; x += pass.dx {
				copy(line[4*x:4*x+4], row)
				row = row[4:]
			}
			y += pass.dy
		})
		if err != nil {
			return err
		}
	}
	for y := range p.size.Height {
		push(whole[y*stride : (y+1)*stride])
	}
	return nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (p *pngHeader) channels() int {
	switch p.colour {
	case pngRGB:
		return 3
	case pngGreyAlpha:
		return 2
	case pngRGBA:
		return 4
	default:
		return 1
	}
}

// unfilter undoes the filter of a row.
func unfilter(filter byte, row, above []byte, n int) error {
	switch filter {
	case 0:
	case 1:
		for i := n; i < len(row); i++ {
			row[i] += row[i-n]
		}
	case 2:
		for i, a := range above[:len(row)] {
			row[i] += a
		}
	case 3:
		unfilterAverage(row, above, n)
	case 4:
		unfilterPaeth(row, above, n)
	default:
		return errors.New("no such filter")
	}
	return nil
}

func unfilterAverage(row, above []byte, n int) {
	above = above[:len(row)]
	for i := range min(n, len(row)) {
		row[i] += above[i] / 2
	}
	for i := n; i < len(row); i++ {
		row[i] += byte((int(row[i-n]) + int(above[i])) / 2)
	}
}

func unfilterPaeth(row, above []byte, n int) {
	above = above[:len(row)]
	for i := range min(n, len(row)) {
		row[i] += above[i]
	}
	for i := n; i < len(row); i++ {
		a, b, c := int(row[i-n]), int(above[i]), int(above[i-n])
		pa, pb := b-c, a-c
		pc := pa + pb
		pa, pb, pc = max(pa, -pa), max(pb, -pb), max(pc, -pc)
		switch {
		case pa <= pb && pa <= pc:
			row[i] += byte(a)
		case pb <= pc:
			row[i] += byte(b)
		default:
			row[i] += byte(c)
		}
	}
}

// idat are the compressed bytes of the IDAT chunks, which follow one another.
type idat struct {
	r    *bufio.Reader
	left uint32
	sum  hash.Hash32
}

func (d *idat) Read(b []byte) (int, error) {
	for d.left == 0 {
		if err := d.next(); err != nil {
			return 0, err
		}
	}
	n, err := d.r.Read(b[:min(len(b), int(d.left))])
	d.sum.Write(b[:n])
	d.left -= uint32(n)
	return n, unexpected(err)
}

// next begins a chunk after the checksum of the one before; EOF where another kind
// of chunk follows.
func (d *idat) next() error {
	if d.sum != nil {
		var sum [4]byte
		if _, err := io.ReadFull(d.r, sum[:]); err != nil {
			return unexpected(err)
		}
		if binary.BigEndian.Uint32(sum[:]) != d.sum.Sum32() {
			return errors.New("a checksum is wrong")
		}
	}
	head, err := d.r.Peek(8)
	if err != nil {
		return unexpected(err)
	}
	if string(head[4:]) != "IDAT" {
		d.sum = nil
		return io.EOF
	}
	d.left = binary.BigEndian.Uint32(head)
	d.sum = crc32.NewIEEE()
	d.sum.Write(head[4:])
	_, err = d.r.Discard(8)
	return err
}
