//go:build ignore

// The pictures of this folder, drawn: go run draw.go, in this folder. It needs
// cwebp beside Go.
package main

import (
	"image"
	"image/color"
	"image/jpeg"
	"log"
	"math"
	"os"
	"os/exec"
)

const (
	width, height = 960, 640
	samples       = 3 // a side of each pixel
)

type rgb struct{ r, g, b float64 }

func hex(v uint32) rgb { return rgb{float64(v >> 16), float64(v >> 8 & 255), float64(v & 255)} }

func mix(a, b rgb, t float64) rgb {
	t = math.Min(math.Max(t, 0), 1)
	return rgb{a.r + (b.r-a.r)*t, a.g + (b.g-a.g)*t, a.b + (b.b-a.b)*t}
}

// layer paints over what is below it, at x from 0 to 1.5 and y from 0 to 1.
type layer func(x, y float64, below rgb) rgb

func sky(top, bottom uint32) layer {
	return func(_, y float64, _ rgb) rgb { return mix(hex(top), hex(bottom), y*1.3) }
}

func disc(cx, cy, r float64, c uint32) layer {
	return func(x, y float64, below rgb) rgb {
		if math.Hypot(x-cx, y-cy) < r {
			return hex(c)
		}
		return mix(hex(c), below, .75+(math.Hypot(x-cx, y-cy)-r)*2)
	}
}

// ridge is a range of hills at a height, whose foot lies in mist.
func ridge(at, tall, wave, seed float64, c, mist uint32) layer {
	return func(x, y float64, below rgb) rgb {
		top := at - tall*(.5*math.Sin(x*wave+seed)+.3*math.Sin(x*wave*2.3+seed*3)+.12*math.Sin(x*wave*5.1+seed*7))
		if y < top {
			return below
		}
		return mix(hex(c), hex(mist), (y-top)*1.6)
	}
}

// rows are rows of bushes that follow a hill.
func rows(from float64, light, dark uint32) layer {
	return func(x, y float64, below rgb) rgb {
		top := from + .08*math.Sin(x*2.2+1)
		if y < top {
			return below
		}
		depth := (y - top) / (1 - from)
		phase := math.Sqrt(depth)*11 + .35*math.Sin(x*3+depth*4)
		bush := .5 + .5*math.Sin(phase*2*math.Pi)
		return mix(hex(dark), hex(light), math.Pow(bush, .6)*(.55+.45*math.Abs(math.Sin(x*60/(1+depth*3)+phase))))
	}
}

// waves are lines of water below a height.
func waves(from float64, light, dark uint32) layer {
	return func(x, y float64, below rgb) rgb {
		if y < from {
			return below
		}
		d := (y - from) / (1 - from)
		w := math.Sin(d*d*30 + 6*d + .8*math.Sin(x*4+d*9))
		return mix(hex(dark), hex(light), .25+.2*w+.3*(1-d))
	}
}

func ellipse(cx, cy, rx, ry float64, c uint32) layer {
	return func(x, y float64, below rgb) rgb {
		if math.Hypot((x-cx)/rx, (y-cy)/ry) < 1 {
			return mix(hex(c), rgb{}, .18*(x-cx+rx)/(2*rx))
		}
		return below
	}
}

// bowl is a cup without a handle.
func bowl(cx, top, r, tall float64, c, tea uint32) layer {
	return func(x, y float64, below rgb) rgb {
		d := (y - top) / tall
		if math.Hypot((x-cx)/r, (y-top)/(r*.2)) < 1 {
			if math.Hypot((x-cx)/(r*.9), (y-top-.008)/(r*.16)) < 1 {
				return hex(tea)
			}
			return mix(hex(c), rgb{255, 255, 255}, .35)
		}
		edge := r * math.Sqrt(math.Max(0, 1-d*d*.82))
		if d >= 0 && d < 1 && math.Abs(x-cx) < edge {
			return mix(hex(c), rgb{}, .3*(.5+(x-cx)/(2*r)))
		}
		if d >= 1 && d < 1.09 && math.Abs(x-cx) < r*.4 {
			return mix(hex(c), rgb{}, .35)
		}
		return below
	}
}

func steam(cx, bottom float64, c uint32) layer {
	return func(x, y float64, below rgb) rgb {
		if y > bottom || y < bottom-.42 {
			return below
		}
		d := (bottom - y) / .42
		for _, at := range []float64{-.07, .01, .08} {
			off := x - cx - at - .035*math.Sin(d*7+at*40)
			if a := math.Exp(-off*off*9000) * math.Sin(d*math.Pi) * .7; a > .02 {
				below = mix(below, hex(c), a)
			}
		}
		return below
	}
}

// leaf is a leaf with its veins, which points to an angle.
func leaf(cx, cy, long, angle float64, c, vein uint32) layer {
	sin, cos := math.Sincos(angle)
	return func(x, y float64, below rgb) rgb {
		u, v := ((x-cx)*cos+(y-cy)*sin)/long, (-(x-cx)*sin+(y-cy)*cos)/long
		if u < 0 || u > 1 {
			return below
		}
		wide := .36 * math.Pow(math.Sin(math.Pi*math.Pow(u, .8)), .9)
		switch {
		case math.Abs(v) > wide:
			return below
		case math.Abs(v) < .008*(1.2-u):
			return hex(vein)
		case math.Mod(u-math.Abs(v)*.9+1, .11) < .008:
			return mix(hex(c), hex(vein), .7)
		case v > 0:
			return mix(hex(c), rgb{}, .14)
		}
		return hex(c)
	}
}

func boat(cx, cy, s float64, hull, sail uint32) layer {
	return func(x, y float64, below rgb) rgb {
		u, v := (x-cx)/s, (y-cy)/s
		switch {
		case v > 0 && v < .22 && math.Abs(u) < .6-v*.9:
			return hex(hull)
		case v < -.03 && v > -1 && u > -.02-(1+v)*.5 && u < -.02:
			return hex(sail)
		case v < -.03 && v > -.85 && u > .03 && u < .03+(.85+v)*.45:
			return mix(hex(sail), rgb{}, .12)
		}
		return below
	}
}

var scenes = map[string][]layer{
	"ridges-at-dawn": {sky(0xf6c9a0, 0xfbe9d0), disc(1.05, .34, .09, 0xfff4dd), ridge(.5, .16, 4, 1, 0xc99a94, 0xf3d9c4),
		ridge(.62, .15, 5, 3, 0x8d7f92, 0xd9c4c4), ridge(.76, .14, 4.2, 5, 0x55617a, 0x9aa2b0), ridge(.9, .1, 6, 2, 0x2f4050, 0x4a6070)},
	"tea-rows": {sky(0xbfe0dc, 0xf2efd8), disc(.35, .22, .06, 0xfffbe8), ridge(.38, .12, 5, 2, 0x86ab9c, 0xdde7d2),
		ridge(.48, .09, 4, 4, 0x5d8d74, 0xa8c6a2), rows(.5, 0x7fb069, 0x28543a)},
	"two-leaves-and-a-bud": {sky(0xf3ead3, 0xe6d3a8), leaf(.75, .95, .62, -2.35, 0x5c8a45, 0xcfdf9f), leaf(.75, .95, .62, -.8, 0x6f9b4e, 0xdceab0),
		leaf(.75, .95, .72, -1.57, 0x93b864, 0xeef4cc)},
	"a-bowl-of-tea": {sky(0xe9dccb, 0xd5bfa5), ridge(.78, .0, 1, 0, 0x6b4a35, 0x4d3325), bowl(.75, .45, .27, .3, 0x7f9aa0, 0xb5702c), steam(.75, .42, 0xffffff)},
	"charcoal": {sky(0x1a1514, 0x3a1d15), disc(.75, .98, .3, 0xe0662c), ellipse(.42, .88, .2, .13, 0x2a2322), ellipse(.78, .8, .22, .15, 0x352a27),
		ellipse(1.12, .9, .21, .13, 0x261f1e), ellipse(.6, .99, .26, .12, 0x1d1817), ellipse(.98, 1, .26, .11, 0x221b1a), steam(.78, .66, 0xc98a6a)},
	"by-sea": {sky(0x9fc9d9, 0xf5e6cc), disc(.4, .45, .1, 0xfff2d4), ridge(.58, .05, 3, 1, 0x8fa9b0, 0xc5d0cc), waves(.6, 0x7fb4bd, 0x1f5a70), boat(.98, .68, .32, 0x5a3424, 0xf4e6d0)},
	"night-in-the-hills": {sky(0x10203c, 0x3b5370), disc(1.05, .25, .085, 0xf6efd9), ridge(.55, .14, 4.5, 2, 0x2b4058, 0x5b7288), ridge(.7, .14, 3.6, 6, 0x1d3044, 0x3a5368),
		ridge(.86, .1, 5, 4, 0x111f2c, 0x1e3242)},
	"water": {sky(0xd9ecec, 0xb7dbdf), disc(.75, .33, .17, 0xf5fbf8), waves(.42, 0xa8d8dc, 0x2c7d8c)},
	"pearls": {sky(0xf5dcc8, 0xe6b894), ridge(.28, .02, 7, 1, 0xc08a5c, 0x8a5433), ellipse(.34, .84, .115, .115, 0x33211b), ellipse(.58, .89, .115, .115, 0x2b1b16),
		ellipse(.83, .83, .115, .115, 0x38251d), ellipse(1.08, .9, .115, .115, 0x2d1d17), ellipse(.47, .66, .11, .11, 0x3c2820), ellipse(.95, .63, .11, .11, 0x34221b), ellipse(.71, .69, .11, .11, 0x2a1a15)},
	"red-leaf": {sky(0xf4e2d0, 0xe8c3a6), leaf(.28, .78, .98, -.42, 0xa8452c, 0xf0b48a), disc(1.25, .2, .07, 0xfff1de)},
	"three-cups": {sky(0xdfe6dc, 0xc3cfbf), ridge(.74, .0, 1, 0, 0x5d4636, 0x44342a), bowl(.33, .55, .16, .18, 0xe8e2d4, 0xd8c46a), bowl(.75, .52, .18, .21, 0xf0ebdf, 0xc98a33),
		bowl(1.18, .55, .16, .18, 0xe8e2d4, 0x8a3f1f)},
}

func draw(layers []layer) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			var sum rgb
			for i := range samples * samples {
				u := (float64(x) + (float64(i%samples)+.5)/samples) / height
				v := (float64(y) + (float64(i/samples)+.5)/samples) / height
				var c rgb
				for _, each := range layers {
					c = each(u, v, c)
				}
				sum = rgb{sum.r + c.r, sum.g + c.g, sum.b + c.b}
			}
			n := float64(samples * samples)
			m.SetRGBA(x, y, color.RGBA{uint8(sum.r / n), uint8(sum.g / n), uint8(sum.b / n), 255})
		}
	}
	return m
}

func main() {
	for name, layers := range scenes {
		file, err := os.Create(name + ".jpg")
		if err == nil {
			err = jpeg.Encode(file, draw(layers), &jpeg.Options{Quality: 60})
		}
		if err == nil {
			err = file.Close()
		}
		if err == nil {
			err = exec.Command("cwebp", "-quiet", "-q", "62", "-m", "6", name+".jpg", "-o", name+".webp").Run()
		}
		if err != nil {
			log.Fatal(name, ": ", err)
		}
	}
}
