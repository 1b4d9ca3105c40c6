// Drawings of the page as PNG files.

/** The styles to write into a copied element, since it no longer has the page's style sheets. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "stop-color",
] as const;

const SVG = "http://www.w3.org/2000/svg";

/** A copy of an element with its styles written into it; the symbols and gradients that it refers to are copied along. */
class Copy {
  /** The patterns and gradients that are used, by id. */
  readonly #paints = new Map<string, Element>();

  of(drawing: SVGSVGElement): SVGSVGElement {
    const copy = this.#element(drawing) as SVGSVGElement;
    const defs = document.createElementNS(SVG, "defs");
    defs.append(...this.#paints.values());
    copy.prepend(defs);
    return copy;
  }

  #element(from: Element): Element {
    const symbol = from.localName === "use" ? named(from.getAttribute("href")) : null;
    const to = symbol ? document.createElementNS(SVG, "svg") : (from.cloneNode(false) as Element);
    if (symbol) {
      // A symbol fills the place where it is used.
      for (const [name, value] of [
        ["x", from.getAttribute("x") ?? "0"],
        ["y", from.getAttribute("y") ?? "0"],
        ["width", from.getAttribute("width") ?? "100%"],
        ["height", from.getAttribute("height") ?? "100%"],
        ["viewBox", symbol.getAttribute("viewBox") ?? "0 0 64 64"],
      ] as const)
        to.setAttribute(name, value);
    }
    to.removeAttribute("class");
    const style = getComputedStyle(from);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      const paint = /^url\("?#([^")]+)"?\)/.exec(value)?.[1];
      if (paint) this.#paint(paint);
      if (value !== "") (to as SVGElement).style.setProperty(name, paint ? `url(#${paint})` : value);
    }
    for (const child of (symbol ?? from).childNodes) {
      if (child instanceof Element) to.append(this.#element(child));
      else if (child.nodeType === Node.TEXT_NODE) to.append(child.cloneNode());
    }
    return to;
  }

  #paint(id: string): void {
    const paint = document.getElementById(id);
    if (!paint || this.#paints.has(id)) return;
    this.#paints.set(id, paint);
    this.#paints.set(id, this.#element(paint));
  }
}

function named(reference: string | null): Element | null {
  return reference ? document.getElementById(reference.replace("#", "")) : null;
}

/**
 * A drawing of the page as a PNG, `width` pixels wide.
 *
 * @throws If the browser can't draw it.
 */
export async function pngOf(drawing: SVGSVGElement, width: number): Promise<Blob> {
  const { width: across, height: high } = drawing.viewBox.baseVal;
  const height = Math.round((width * high) / across);
  const copy = new Copy().of(drawing);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error("no PNG"))), "image/png");
  });
}
