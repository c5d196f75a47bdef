package rendition

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

var parsers = map[string]parser{
	JPEG: {jpeg.DecodeConfig, parseJPEG},
	PNG:  {png.DecodeConfig, parsePNG},
	WebP: {webp.DecodeConfig, parseWebP},
	GIF:  {gif.DecodeConfig, parseGIF},
}

// decode gives the pixels to the canvases. A decoder that panics fails for this
// picture alone.
func (h *header) decode(r io.Reader, canvases []*canvas) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the decoder panicked: %v", ErrUnreadable, p)
		}
	}()
	if h.mimeType == PNG {
		return broken(pushPNG(r, func(row []byte) {
			for _, c := range canvases {
				c.packed(h.coded).push(row)
			}
		}))
	}
	img, err := h.whole(r)
	if err != nil {
		return broken(err)
	}
	if img.Bounds().Size() != image.Pt(h.coded.Width, h.coded.Height) {
		return fmt.Errorf("%w: it has another size than its header says", ErrUnreadable)
	}
	h.draw(img, canvases)
	return nil
}

func broken(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrUnreadable, err)
}

func (h *header) whole(r io.Reader) (image.Image, error) {
	switch h.mimeType {
	case JPEG:
		return jpeg.Decode(r)
	case WebP:
		return webp.Decode(r)
	default:
		return h.firstFrame(r)
	}
}

// firstFrame is the picture of a GIF at its place on the screen.
func (h *header) firstFrame(r io.Reader) (image.Image, error) {
	frame, err := gif.Decode(r)
	if err != nil {
		return nil, err
	}
	screen := image.Rect(0, 0, h.coded.Width, h.coded.Height)
	if frame.Bounds() == screen {
		return frame, nil
	}
	whole := image.NewRGBA(screen)
	draw.Draw(whole, frame.Bounds(), frame, frame.Bounds().Min, draw.Src)
	return whole, nil
}

// draw gives the rows of a decoded picture to the canvases: plane by plane where
// it has planes, and as premultiplied RGBA otherwise.
func (h *header) draw(img image.Image, canvases []*canvas) {
	switch img := img.(type) {
	case *image.YCbCr:
		for _, c := range canvases {
			c.pushPlanes(img)
			if h.mimeType == WebP {
				c.widen()
			}
		}
	case *image.Gray:
		for _, c := range canvases {
			pushRows(c.grey(h.coded), img.Pix[img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y):], img.Stride)
		}
	default:
		h.drawPacked(img, canvases)
	}
}

func (h *header) drawPacked(img image.Image, canvases []*canvas) {
	row := make([]byte, 4*h.coded.Width)
	read := rowReader(img)
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		read(row, y)
		for _, c := range canvases {
			c.packed(h.coded).push(row)
		}
	}
}

// rowReader reads row y of a picture as premultiplied RGBA.
func rowReader(img image.Image) func(row []byte, y int) {
	left := img.Bounds().Min.X
	switch img := img.(type) {
	case *image.NRGBA:
		return func(row []byte, y int) {
			from := img.Pix[img.PixOffset(left, y):]
			for ; len(row) >= 4; row, from = row[4:], from[4:] {
				premultiply(row, from[0], from[1], from[2], from[3])
			}
		}
	case *image.RGBA:
		return func(row []byte, y int) { copy(row, img.Pix[img.PixOffset(left, y):]) }
	case *image.CMYK:
		return func(row []byte, y int) {
			from := img.Pix[img.PixOffset(left, y):]
			for ; len(row) >= 4; row, from = row[4:], from[4:] {
				row[0], row[1], row[2] = color.CMYKToRGB(from[0], from[1], from[2], from[3])
				row[3] = 255
			}
		}
	case *image.NYCbCrA:
		return func(row []byte, y int) { readNarrow(row, img, y) }
	default:
		return func(row []byte, y int) {
			for x := range len(row) / 4 {
				r, g, b, a := img.At(left+x, y).RGBA()
				row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = byte(r>>8), byte(g>>8), byte(b>>8), byte(a>>8)
			}
		}
	}
}

// readNarrow reads a row of a lossy WebP that has alpha.
func readNarrow(row []byte, img *image.NYCbCrA, y int) {
	for x := range len(row) / 4 {
		at := image.Pt(img.Rect.Min.X+x, y)
		c := img.COffset(at.X, at.Y)
		r, g, b := color.YCbCrToRGB(wideLuma[img.Y[img.YOffset(at.X, at.Y)]], wideChroma[img.Cb[c]], wideChroma[img.Cr[c]])
		premultiply(row[4*x:4*x+4], r, g, b, img.A[img.AOffset(at.X, at.Y)])
	}
}
