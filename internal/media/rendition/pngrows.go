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

// pushPNG reads a PNG row by row, so that it takes no memory whatever its size;
// an interlaced one whole.
func pushPNG(r io.Reader, push func(row []byte)) error {
	buffered := bufio.NewReaderSize(r, 32<<10)
	p, err := readPNGHeader(buffered)
	if err != nil {
		return err
	}
	return p.rows(buffered, push)
}

func (p *pngHeader) rows(r *bufio.Reader, push func(row []byte)) error {
	z, err := zlib.NewReader(&idat{r: r})
	if err != nil {
		return err
	}
	defer z.Close()
	perPixel := p.channels() * p.depth
	row := make([]byte, 1+(p.size.Width*perPixel+7)/8)
	above := make([]byte, len(row))
	out := make([]byte, p.size.Width*4)
	convert := p.converter()
	for range p.size.Height {
		if _, err := io.ReadFull(z, row); err != nil {
			return unexpected(err)
		}
		if err := unfilter(row[0], row[1:], above[1:], max(perPixel/8, 1)); err != nil {
			return err
		}
		convert(out, row[1:])
		push(out)
		row, above = above, row
	}
	// The rest is the checksum.
	if _, err := io.Copy(io.Discard, io.LimitReader(z, 1)); err != nil {
		return unexpected(err)
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
