// Pictures in SVG: axes, lines, points, boxes and a bar of colours, with a text for those who do not see them.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function put(parent, name, attributes = {}, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

// At most four digits: 0.0125, 3.142, 1.25e+6.
function brief(value) {
  if (!isFinite(value)) return String(value).replace("Infinity", "inf").replace("NaN", "nan");
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return value.toExponential(2).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(4)));
}

// ---- scales: from numbers to places between 0 and 1 ----

function linearScale(least, most) {
  if (!(most > least)) [least, most] = [least - (Math.abs(least) || 1) / 2, least + (Math.abs(least) || 1) / 2];
  const place = value => (value - least) / (most - least);
  const ticks = count => {
    const rough = (most - least) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(factor => factor * power >= rough * 0.999);
    const found = [];
    for (let k = Math.ceil(least / step - 1e-9); k * step <= most + 1e-9 * step; ++k) found.push(k * step);
    return found;
  };
  return {place, ticks, least, most};
}

function logScale(least, most) {
  if (!(most > least)) [least, most] = [least / 3, least * 3];
  const from = Math.log10(least), to = Math.log10(most);
  const place = value => (Math.log10(value) - from) / (to - from);
  const ticks = count => {
    const decades = to - from;
    const found = [];
    if (decades < 2.5) {
      for (let power = Math.floor(from); power <= to; ++power)
        for (const factor of [1, 2, 5]) found.push(factor * 10 ** power);
    } else {
      const step = Math.max(1, Math.ceil(decades / count));
      for (let power = Math.ceil(from / step) * step; power <= to; power += step) found.push(10 ** power);
    }
    return found.filter(value => place(value) > -1e-9 && place(value) < 1 + 1e-9);
  };
  return {place, ticks, least, most, isLog: true};
}

const tickText = (scale, value) =>
  scale.isLog && Math.abs(Math.log10(value)) > 3.5 ? value.toExponential(0).replace("+", "") : brief(value);

// ---- colours: from dark blue to yellow, told apart in grey too (those of viridis at five places) ----

const SHADES = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
const LEVELS = 48;

function shade(share) {
  const t = Math.min(Math.max(share, 0), 1) * (SHADES.length - 1);
  const k = Math.min(Math.floor(t), SHADES.length - 2);
  return `rgb(${SHADES[k].map((from, i) => Math.round(from + (SHADES[k + 1][i] - from) * (t - k))).join(" ")})`;
}

// A scale of what the values are: logarithmic where they are positive and reach over decades.
function colourScale(values, label) {
  const finite = values.filter(isFinite);
  const least = Math.min(...finite), most = Math.max(...finite);
  const sizes = finite.filter(value => value > 0).sort((a, b) => a - b);
  const is_wide = least >= 0 && sizes.length > 0 && sizes[sizes.length >> 1] < most / 50;
  const floor = is_wide ? Math.max(sizes[0], most * 1e-8) : least;
  const scale = is_wide ? logScale(floor, most) : linearScale(finite.length ? least : 0, finite.length ? most : 1);
  return {...scale, label, of: value => shade(is_wide ? (value > floor ? scale.place(value) : 0) : scale.place(value))};
}

// ---- a figure ----

// What is drawn is drawn anew when its place becomes wider or narrower: texts keep their size on a phone.
function figure(parent, description, draw) {
  const frame = document.createElement("figure");
  parent.append(frame);
  let widthBefore = 0;
  const again = () => {
    if (frame.clientWidth === widthBefore) return;
    widthBefore = frame.clientWidth;
    const width = Math.min(Math.max(widthBefore, 240), description.width ?? 640);
    frame.replaceChildren();
    const svg = put(frame, "svg", {role: "img", "aria-label": description.alt, width, height: description.height ?? 320});
    draw(plane(svg, description, width));
    if (!description.caption) return;
    const caption = document.createElement("figcaption");
    caption.textContent = description.caption;
    frame.append(caption);
  };
  again();
  new ResizeObserver(again).observe(frame);
}

let clips = 0;

function plane(svg, {x, y, xLabel, yLabel, colours, height = 320}, width) {
  const left = 62, right = colours ? 84 : 14, top = 12, bottom = 44;
  const inner = {width: width - left - right, height: height - top - bottom};
  const across = value => left + inner.width * x.place(value);
  const up = value => top + inner.height * (1 - y.place(value));
  for (const value of x.ticks(Math.max(2, Math.floor(inner.width / 70)))) {
    put(svg, "path", {class: "grid", d: `M${across(value)} ${top}V${top + inner.height}`});
    put(svg, "text", {x: across(value), y: top + inner.height + 16, "text-anchor": "middle"}, tickText(x, value));
  }
  for (const value of y.ticks(Math.max(2, Math.floor(inner.height / 45)))) {
    put(svg, "path", {class: "grid", d: `M${left} ${up(value)}H${left + inner.width}`});
    put(svg, "text", {x: left - 6, y: up(value) + 4, "text-anchor": "end"}, tickText(y, value));
  }
  put(svg, "text", {x: left + inner.width / 2, y: height - 6, "text-anchor": "middle"}, xLabel);
  put(svg, "text", {transform: `translate(13 ${top + inner.height / 2}) rotate(-90)`, "text-anchor": "middle"}, yLabel);
  // Nothing is drawn beyond the axes.
  const id = `clip${++clips}`;
  put(put(svg, "clipPath", {id}), "rect", {x: left, y: top, width: inner.width, height: inner.height});
  const content = put(svg, "g", {"clip-path": `url(#${id})`});
  if (colours) bar(svg, colours, left + inner.width + 14, top, inner.height);
  put(svg, "rect", {class: "frame", x: left, y: top, width: inner.width, height: inner.height});

  const isDrawn = (a, b) => isFinite(x.place(a)) && isFinite(y.place(b));
  return {
    inner, across, up, content,
    line(xs, ys, name) {
      let d = "", pen = "M";
      xs.forEach((value, k) => {
        if (!isDrawn(value, ys[k])) return void (pen = "M");
        d += `${pen}${across(value).toFixed(1)} ${up(ys[k]).toFixed(1)}`;
        pen = "L";
      });
      put(content, "path", {class: "line " + name, d});
    },
    dots(xs, ys, name, radius = 2.5) {
      xs.forEach((value, k) => isDrawn(value, ys[k]) &&
        put(content, "circle", {class: "dot " + name, cx: across(value).toFixed(1), cy: up(ys[k]).toFixed(1), r: radius}));
    },
    // One path for each colour: thousands of elements would be slow.  Later boxes lie on top, so that the order of the
    // colours is that of the scale.  Nothing is smaller than `least` pixels; `more`: by how much all are larger.
    boxes(list, {least = 0, more = 0, name = ""}) {
      const paths = new Map();
      for (const {x0, x1, y0, y1, share} of list) {
        const level = Math.round(Math.min(Math.max(share, 0), 1) * LEVELS);
        const w = Math.max(across(x1) - across(x0) + more, least), h = Math.max(up(y0) - up(y1) + more, least);
        const a = (across(x0) + across(x1) - w) / 2, b = (up(y0) + up(y1) - h) / 2;
        if (![a, b, w, h].every(isFinite)) continue;
        paths.set(level, (paths.get(level) ?? "") +
          `M${a.toFixed(1)} ${b.toFixed(1)}h${w.toFixed(1)}v${h.toFixed(1)}h${(-w).toFixed(1)}z`);
      }
      for (const level of [...paths.keys()].sort((a, b) => a - b))
        put(content, "path", {class: name, fill: shade(level / LEVELS), d: paths.get(level)});
    },
    // Polygons, each a list of points [x, y], which are coloured as boxes are.
    polygons(list, name) {
      const paths = new Map();
      for (const {points, share} of list) {
        const level = Math.round(Math.min(Math.max(share, 0), 1) * LEVELS);
        const corners = points.map(([a, b]) => `${across(a).toFixed(1)} ${up(b).toFixed(1)}`);
        paths.set(level, (paths.get(level) ?? "") + `M${corners.join("L")}z`);
      }
      for (const level of [...paths.keys()].sort((a, b) => a - b))
        put(content, "path", {class: name, fill: shade(level / LEVELS), d: paths.get(level)});
    },
    ring(points) {
      put(content, "path", {class: "outline", d: `M${points.map(([a, b]) => `${across(a).toFixed(1)} ${up(b).toFixed(1)}`).join("L")}z`});
    },
    outline(x0, x1, y0, y1, name) {
      const w = Math.max(across(x1) - across(x0), 4), h = Math.max(up(y0) - up(y1), 4);
      put(content, "rect", {class: "outline " + name, x: (across(x0) + across(x1) - w) / 2,
                            y: (up(y0) + up(y1) - h) / 2, width: w, height: h});
    },
  };
}

function bar(svg, colours, x, y, height) {
  for (let k = 0; k < LEVELS; ++k)
    put(svg, "rect", {x, y: y + height * (1 - (k + 1) / LEVELS), width: 12, height: height / LEVELS + 0.6,
                      fill: shade(k / (LEVELS - 1))});
  for (const value of colours.ticks(5)) {
    const place = y + height * (1 - colours.place(value));
    put(svg, "text", {x: x + 16, y: place + 4}, tickText(colours, value));
  }
  put(svg, "text", {transform: `translate(${x + 66} ${y + height / 2}) rotate(-90)`, "text-anchor": "middle"}, colours.label);
}
