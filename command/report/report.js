// Writes the report from the trace in the element "trace": one record of JSON on each line, as docs/trace.md has them.
"use strict";

// ---- the records ----

function readTrace() {
  const records = {iteration: [], region: [], worst: [], sample: [], note: [], slice: [], cloud: []};
  for (const line of document.getElementById("trace").textContent.split("\n")) {
    if (!line.trim()) continue;
    let record;
    try {
      record = JSON.parse(line);
    } catch (error) {
      continue;  // what was being written when the process ended
    }
    if (Array.isArray(records[record.record])) records[record.record].push(record);
    else records[record.record] = record;
  }
  return records;
}

// JSON has no infinity: the texts "inf", "-inf" and "nan" stand for it.
function number(member) {
  if (typeof member === "number") return member;
  return {"inf": Infinity, "-inf": -Infinity}[member] ?? NaN;
}

// ---- writing ----

function add(parent, name, text, attributes = {}) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  Object.assign(element, attributes);
  parent.append(element);
  return element;
}

const digits15 = value => isFinite(value) ? String(Number(value.toPrecision(15))) : {"Infinity": "inf", "-Infinity": "-inf"}[value] ?? "nan";

// The value with two digits of its error in brackets, as the command prints it (number.cpp).
function withError(value, error) {
  if (!isFinite(value) || !isFinite(error) || error < 0) return `${digits15(value)} ± ${digits15(error)}`;
  if (error === 0) return `${digits15(value)}(0)`;
  const exponent = x => Math.floor(Math.log10(Math.abs(x)));
  const last = exponent(error) - 1;
  const first = value === 0 ? last + 1 : Math.max(exponent(value), last + 1);
  if (first < -4 || first > 6) {
    const power = `${first < 0 ? "-" : "+"}${String(Math.abs(first)).padStart(2, "0")}`;
    return `${(value / 10 ** first).toFixed(first - last)}(${(error / 10 ** last).toFixed(0)})e${power}`;
  }
  if (last >= 0) return `${value.toFixed(0)}(${error.toFixed(0)})`;
  return `${value.toFixed(-last)}(${(error * 10 ** -last).toFixed(0)})`;
}

function table(parent, heads, rows) {
  const element = add(add(parent, "div", undefined, {className: "wide"}), "table");
  const head = add(element, "tr");
  for (const text of heads) add(head, "th", text, {scope: "col"});
  for (const row of rows) {
    const line = add(element, "tr");
    for (const text of row) add(line, "td", text);
  }
}

// A part of the page with what can be chosen in it.  controls: {name: {label, texts, chosen}}; those of one text are
// not shown.  draw(place, chosen) is called again when something else is chosen.
function section(title, note, controls, draw) {
  const part = add(document.getElementById("report"), "section");
  add(part, "h2", title);
  if (note) add(part, "p", note, {className: "note"});
  const chosen = {};
  const again = () => {
    place.replaceChildren();
    draw(place, chosen);
  };
  for (const [name, {label, texts, start = 0}] of Object.entries(controls)) {
    chosen[name] = start;
    if (texts.length < 2) continue;
    const select = add(add(part, "label", label + " "), "select");
    texts.forEach((text, i) => add(select, "option", text, {value: i, selected: i === start}));
    select.addEventListener("change", () => {
      chosen[name] = Number(select.value);
      again();
    });
  }
  const place = add(part, "div");
  again();
}

const trace = readTrace();
const header = trace.header;
const last = trace.end ?? trace.iteration.at(-1);
const isMapped = trace.about?.mapped === true;  // of a region that is no box the trace has the unit cube
const axisName = axis => `${isMapped ? "t" : "x"}[${axis}]`;
const axisNames = [...Array(header.ndim).keys()].map(axisName);
const components = {label: "component", texts: [...Array(header.ncomp).keys()].map(c => String(c + 1))};

function tolerance(value) {
  const {epsrel, epsabs} = header.options;
  return Math.max(number(epsrel) * Math.abs(value), number(epsabs));
}

function tolerances() {
  const {epsrel, epsabs} = header.options;
  const parts = [];
  if (number(epsrel) > 0) parts.push(`${brief(number(epsrel))} of the value`);
  if (number(epsabs) > 0) parts.push(brief(number(epsabs)));
  return parts.join(" or ") || "0";
}

// ---- the head ----

function verdict() {
  if (!trace.end) return ["missed", "The trace ends before the integration did."];
  const value = last.value.map(number), error = last.error.map(number);
  const times = value.map((v, c) => error[c] / tolerance(v));
  const worst = times.indexOf(Math.max(...times));
  const c = worst < 0 ? 0 : worst;
  if (!isFinite(value[c])) return ["missed", "There is no value."];
  const part = value[c] === 0 ? brief(error[c]) : `${brief(error[c] / Math.abs(value[c]))} of the value`;
  const asked = `${tolerances()} was asked for`;
  if (trace.end.status === 0) return ["reached", `Converged: the error is ${part}; ${asked}.`];
  if (!trace.end.trusted && error[c] <= tolerance(value[c]))
    return ["missed", `Not converged: the error, ${part}, cannot be trusted; ${asked}.`];
  return ["missed", `Not converged: the error is ${part}; ${asked}.`];
}

function limitsInWords() {
  const axes = header.lower.map((lower, i) => `${axisName(i)} from ${lower} to ${header.upper[i]}`);
  const isSame = header.lower.every((lower, i) => lower === header.lower[0] && header.upper[i] === header.upper[0]);
  return header.ndim > 3 && isSame ? `all ${header.ndim} coordinates from ${header.lower[0]} to ${header.upper[0]}` : axes.join(", ");
}

function writeHead() {
  const report = document.getElementById("report");
  report.replaceChildren();
  const about = trace.about ?? {};
  add(report, "h1", about.integrand ?? `Integral in ${header.ndim} dimension${header.ndim > 1 ? "s" : ""}`);
  if (last)
    last.value.forEach((member, c) => {
      const value = number(member), error = number(last.error[c]);
      const line = add(report, "div", `${header.ncomp > 1 ? c + 1 + ": " : ""}${withError(value, error)}`, {className: "value"});
      add(line, "small", `${digits15(value)} ± ${brief(error)}`);
    });
  const [kind, sentence] = verdict();
  add(report, "p", sentence, {className: "verdict " + kind});
  const [seen, choice] = (trace.end?.reasons ?? "").split("auto: ");
  const clauses = [...(trace.end?.message ?? "").split("; "), ...seen.split("; "), ...trace.note.map(note => note.text)].filter(Boolean);
  const list = add(report, "ul", undefined, {className: "note"});
  for (const clause of clauses) add(list, "li", clause === "the caller's cancel flag was set" ? "interrupted" : clause);
  const rows = [["region", about.region ?? limitsInWords()], ["parameters", about.parameters], ["options", about.options],
                ["command", about.command], ["method", `${last?.method ?? header.method}, on ${header.place === "device" ? "a GPU" : "the host"}`],
                ["why this method", choice]];
  if (trace.end) {
    const {evaluations, seconds, probed, regions} = trace.end;
    rows.push(["evaluations", brief(evaluations) + (probed > 0 ? `, of which ${brief(probed)} between the points of the rules` : "") +
                              ` in ${brief(seconds)} s, ${brief(evaluations / seconds)} a second`]);
    if (regions > 0) rows.push(["regions", brief(regions)]);
  }
  rows.push(["library", "cuboid " + header.version], ["machine", about.machine], ["date", about.date]);
  const facts = add(report, "dl");
  for (const [name, text] of rows) {
    if (text === undefined || text === "") continue;
    add(facts, "dt", name);
    add(facts, "dd", text);
  }
}

// ---- the function itself ----

function extent(values, room = 0) {
  const finite = values.filter(isFinite);
  const least = finite.length ? Math.min(...finite) : 0, most = finite.length ? Math.max(...finite) : 1;
  return [least - room * (most - least), most + room * (most - least)];
}

// Without the few values that would flatten all others, as near a singularity.
function usualExtent(values) {
  const sorted = values.filter(isFinite).sort((a, b) => a - b);
  if (sorted.length < 20) return extent(values, 0.05);
  const at = share => sorted[Math.round(share * (sorted.length - 1))];
  const [low, high] = [at(0.02), at(0.98)];
  const room = (high - low) || Math.abs(high) || 1;
  return extent([Math.max(sorted[0], low - 2 * room), Math.min(sorted.at(-1), high + 2 * room)], 0.05);
}

const where = at => `(${at.map(x => brief(number(x))).join(", ")})`;

function drawLine(place, slice, c) {
  const xs = slice.x.map(number), fs = slice.f.map(values => number(values[c]));
  const axis = slice.axes[0];
  const [x0, x1] = extent(xs), [y0, y1] = usualExtent(fs);
  const name = isMapped && header.ndim > 1 ? "x" : axisName(axis);
  const edges = header.ndim > 1 ? [] : trace.region.flatMap(r => [number(r.lower[0]), number(r.upper[0])])
    .filter(x => x >= x0 && x <= x1);
  const samples = header.ndim > 1 ? [] : trace.sample;
  const parts = [edges.length ? "ticks at the bottom: edges of the regions" : "", samples.length ? "dots: samples" : ""].filter(Boolean);
  figure(place, {
    x: linearScale(x0, x1), y: linearScale(y0, y1), xLabel: name, yLabel: "f", height: 280,
    alt: `The integrand along ${name}, from ${brief(x0)} to ${brief(x1)}: its values lie between ` +
         `${brief(extent(fs)[0])} and ${brief(extent(fs)[1])}.`,
    caption: parts.length ? `In the picture: ${parts.join("; ")}.` : "",
  }, plot => {
    plot.dots(samples.map(s => number(s.x[0])), samples.map(s => number(s.f[c])), "second", 1.8);
    plot.line(xs, fs, "first");
    for (const edge of new Set(edges)) {
      const bottom = plot.up(y0);
      put(plot.content, "path", {class: "tick", d: `M${plot.across(edge).toFixed(1)} ${bottom}v-9`});
    }
  });
}

function drawPlane(place, slice, c) {
  const [i, j] = slice.axes;
  const [x0, y0] = slice.lower.map(number), [x1, y1] = slice.upper.map(number);
  const n = slice.size, values = slice.f[c].map(number);
  const colours = colourScale(values, "f");
  const list = values.map((value, k) => {
    const a = k % n, b = Math.floor(k / n);
    const share = colours.isLog ? (value > colours.least ? colours.place(value) : 0) : colours.place(value);
    return {x0: x0 + (x1 - x0) * a / n, x1: x0 + (x1 - x0) * (a + 1) / n, y0: y0 + (y1 - y0) * b / n,
            y1: y0 + (y1 - y0) * (b + 1) / n, share};
  });
  const [least, most] = extent(values);
  figure(place, {
    x: linearScale(x0, x1), y: linearScale(y0, y1), xLabel: axisName(i), yLabel: axisName(j), colours, height: 400,
    width: 560,
    alt: `The integrand over ${axisName(i)} and ${axisName(j)}: its values lie between ${brief(least)} and ${brief(most)}.`,
  }, plot => plot.boxes(list, {more: 0.6}));  // so that no lines show between the cells
}

function writeFunction() {
  if (trace.cloud.length > 0) return writeCloud();
  if (trace.slice.length === 0) return;
  const lines = trace.slice.filter(s => s.axes.length === 1), planes = trace.slice.filter(s => s.axes.length === 2);
  const cut = trace.slice[0].at && header.ndim > 1
    ? `through ${where(trace.slice[0].at)}, where the largest of the values seen at first lies` : "";
  if (header.ndim === 1)
    return section("The function", "", {c: components}, (place, {c}) => drawLine(place, lines[0], c));
  section("The function", `Cuts ${cut}.`, {
    plane: {label: "over", texts: planes.map(s => s.axes.map(axisName).join(" and "))},
    line: {label: "along", texts: lines.map(s => axisName(s.axes[0]))}, c: components,
  }, (place, chosen) => {
    const two = add(place, "div", undefined, {className: "two"});
    if (planes.length) drawPlane(two, planes[chosen.plane], chosen.c);
    if (lines.length) drawLine(two, lines[chosen.line], chosen.c);
  });
}

function axesToChoose() {
  if (header.ndim < 2) return {};
  return {i: {label: "across", texts: axisNames}, j: {label: "up", texts: axisNames, start: 1}};
}

// Values at points of a region that is no box.
function writeCloud() {
  const cloud = trace.cloud[0];
  const count = cloud.x[0].length;
  const names = [...Array(count).keys()].map(i => `x[${i}]`);
  section("The function", "Its values at points of the region.", {
    i: {label: "across", texts: names}, j: {label: "up", texts: names, start: Math.min(1, count - 1)}, c: components,
  }, (place, {i, j, c}) => {
    const xs = cloud.x.map(x => number(x[i])), fs = cloud.f.map(f => number(f[c]));
    if (count === 1) {
      const order = xs.map((_, k) => k).sort((a, b) => xs[a] - xs[b]);
      return drawLine(place, {axes: [0], x: order.map(k => xs[k]), f: order.map(k => cloud.f[k])}, c);
    }
    const ys = cloud.x.map(x => number(x[j]));
    drawScatter(place, xs, ys, fs, colourScale(fs, "f"), names[i], names[j], "The integrand", 6);
  });
}

function drawScatter(place, xs, ys, values, colours, xLabel, yLabel, what, size) {
  const order = values.map((_, k) => k).sort((a, b) => values[a] - values[b]);
  const [x0, x1] = extent(xs, 0.02), [y0, y1] = extent(ys, 0.02);
  const share = value => colours.isLog ? (value > colours.least ? colours.place(value) : 0) : colours.place(value);
  figure(place, {
    x: linearScale(x0, x1), y: linearScale(y0, y1), xLabel, yLabel, colours, height: 420, width: 620,
    alt: `${what} at ${xs.length} points over ${xLabel} and ${yLabel}, coloured by ${colours.label}, ` +
         `from ${brief(colours.least)} to ${brief(colours.most)}.`,
  }, plot => plot.boxes(order.map(k => ({x0: xs[k], x1: xs[k], y0: ys[k], y1: ys[k], share: share(values[k])})), {least: size}));
}

// ---- how the error fell ----

function writeConvergence() {
  if (trace.iteration.length < 2) return;
  section("How the error fell", "", {c: components}, (place, {c}) => {
    const final = number(last.value[c]);
    const unit = isFinite(final) && final !== 0 ? Math.abs(final) : 1;
    const isRelative = unit !== 1 || Math.abs(final) === 1;
    const steps = trace.iteration.filter(step => step.evaluations > 0);
    const x = steps.map(step => step.evaluations);
    const error = steps.map(step => number(step.error[c]) / unit);
    const distance = steps.map(step => Math.abs(number(step.value[c]) - final) / unit);
    const asked = tolerance(final) / unit;
    const drawn = [...error, ...distance, asked].filter(e => e > 1e-17 && isFinite(e));
    if (drawn.length === 0) return void add(place, "p", "All errors are 0 or unknown.", {className: "note"});
    const [least, most] = extent(drawn);
    const first = error.find(e => isFinite(e)), final_error = error.at(-1);
    figure(place, {
      x: logScale(Math.max(Math.min(...x), 1), Math.max(...x)), y: logScale(least / 2, most * 2), xLabel: "evaluations",
      yLabel: isRelative ? "error / final value" : "error", height: 320, width: 760,
      alt: `The error against the evaluations, on logarithmic axes: it went from ${brief(first)} after ${brief(x[0])} ` +
           `evaluations to ${brief(final_error)} after ${brief(x.at(-1))}; ${brief(asked)} was asked for.`,
      caption: "Line: the error that was reported; dashes: how far the value was from the final one; dots: what was asked for.",
    }, plot => {
      plot.line([Math.min(...x), Math.max(...x)], [asked, asked], "asked");
      plot.line(x, distance.map(d => d > 1e-17 ? d : NaN), "second");
      plot.line(x, error.map(e => e > 1e-17 ? e : NaN), "first");
      if (x.length <= 40) plot.dots(x, error, "first");
    });
  });
}

// ---- regions and samples ----

// What of an axis is drawn where it has no end: the finite edges, and a little more.  In one dimension, where edges
// may lie at 1e100, what the function is drawn over, and the regions with much of the error.
function finiteRange(records, axis) {
  const line = header.ndim === 1 ? trace.slice[0] : undefined;
  if (line) {
    const worst = trace.worst.filter(r => number(r.share) > 0.01);
    const ends = extent([...line.x, ...worst.flatMap(r => [...r.lower, ...r.upper])].map(number));
    return {ends, clip: value => Math.min(Math.max(value, ends[0]), ends[1])};
  }
  const edges = records.flatMap(r => r.x ? [r.x[axis]] : [r.lower[axis], r.upper[axis]]).map(number).filter(isFinite);
  const [least, most] = extent(edges);
  const room = (most - least) / 20 || 1;
  const isOpen = sign => records.some(r => !r.x && number(sign < 0 ? r.lower[axis] : r.upper[axis]) === sign * Infinity);
  const ends = [isOpen(-1) ? least - room : least, isOpen(1) ? most + room : most];
  return {ends, clip: value => Math.min(Math.max(value, ends[0]), ends[1])};
}

// What colours say of the errors of regions.
function colouredErrors(regions, c) {
  const errors = regions.map(r => number(r.error[c]));
  const positive = errors.filter(e => e > 0 && isFinite(e));
  const least = positive.length ? Math.min(...positive) : 1, most = positive.length ? Math.max(...positive) : 1;
  const colours = {...logScale(Math.max(least, most * 1e-12), most), label: "error of a region"};
  const shares = errors.map(e => e > colours.least ? colours.place(e) : 0);
  const merged = regions.reduce((sum, r) => sum + (r.merged ?? 1), 0);
  const caption = merged > regions.length ? `${brief(merged)} regions, of which neighbours with small errors are drawn as one.` : "";
  return {colours, shares, least, most, merged, caption};
}

// In the plane of an integral over a region that is no box.
function writeOutlines(regions) {
  const corners = r => r.outline.map(point => point.map(number)).filter(point => point.every(isFinite));
  const points = regions.map(corners);
  section("Where the regions are", "Red: the worst ones.", {c: components}, (place, {c}) => {
    const {colours, shares, least, most, merged, caption} = colouredErrors(regions, c);
    figure(place, {
      x: linearScale(...extent(points.flat().map(([x]) => x), 0.02)), y: linearScale(...extent(points.flat().map(([, y]) => y), 0.02)),
      xLabel: "x[0]", yLabel: "x[1]", colours, height: 460, width: 660, caption,
      alt: `${merged} regions over x[0] and x[1], coloured by their errors, from ${brief(least)} to ${brief(most)}.`,
    }, plot => {
      plot.polygons(points.map((polygon, k) => ({points: polygon, share: shares[k]})), "edges");
      for (const r of trace.worst.slice(0, 5)) if (r.outline) plot.ring(corners(r));
    });
  });
}

function writeRegions() {
  if (trace.region.length === 0) return;
  const outlined = trace.region.filter(r => r.outline);
  if (outlined.length > 0) return writeOutlines(outlined);
  const note = (header.ndim > 2 ? "In front, where they cover each other: the largest errors. " : "") +
    "Red: the worst ones. Regions too small to be seen are drawn larger." + (isMapped ? " In the unit cube, of which the region is an image." : "");
  section("Where the regions are", note, {...axesToChoose(), c: components}, (place, {i = 0, j = -1, c}) => {
    const across = finiteRange(trace.region, i), up = j < 0 ? {ends: [0, 1]} : finiteRange(trace.region, j);
    const box = r => ({x0: across.clip(number(r.lower[i])), x1: across.clip(number(r.upper[i])),
                       y0: j < 0 ? 0 : up.clip(number(r.lower[j])), y1: j < 0 ? 1 : up.clip(number(r.upper[j]))});
    const {colours, shares, least, most, merged, caption} = colouredErrors(trace.region, c);
    figure(place, {
      x: linearScale(...across.ends), y: j < 0 ? {place: y => y, ticks: () => []} : linearScale(...up.ends),
      xLabel: axisName(i), yLabel: j < 0 ? "" : axisName(j), colours, height: j < 0 ? 140 : 460, width: 660,
      alt: `${merged} regions over ${axisName(i)}${j < 0 ? "" : " and " + axisName(j)}, coloured by their errors, ` +
           `from ${brief(least)} to ${brief(most)}.` + (trace.worst.length ? ` The worst lies at ${boxText(trace.worst[0])}.` : ""),
      caption,
    }, plot => {
      const boxes = trace.region.map((r, k) => ({...box(r), share: shares[k]}));
      const isInside = b => b.x1 > across.ends[0] && b.x0 < across.ends[1];
      plot.boxes(boxes.filter(isInside), {least: 3, name: "edges"});
      for (const r of trace.worst.slice(0, 5)) {
        const {x0, x1, y0, y1} = box(r);
        plot.outline(x0, x1, y0, y1, "");
      }
    });
  });
}

const pointText = x => `around x = (${x.map(value => brief(number(value))).join(", ")})`;
const boxText = r => r.middle ? pointText(r.middle) : r.lower.map((lower, i) => `${axisName(i)} ${brief(number(lower))} … ${brief(number(r.upper[i]))}`).join(", ");

function writeWorst() {
  if (trace.worst.length === 0) return;
  section("The worst regions", "Share: of the sum of all errors.", {c: components}, (place, {c}) =>
    table(place, ["share", "value", "error", "where"], trace.worst.slice(0, 8).map(r => [
      `${(100 * number(r.share)).toFixed(1)} %`, brief(number(r.value[c])), brief(number(r.error[c])), boxText(r)])));
}

function writeSamples() {
  const count = trace.sample[0]?.x.length ?? 0;
  if (count < 2) return;
  const names = [...Array(count).keys()].map(i => `x[${i}]`);
  section("Where the samples are", `${trace.sample.length} of all samples. In front: those with the largest shares of the integral.`,
    {i: {label: "across", texts: names}, j: {label: "up", texts: names, start: 1}, c: components}, (place, {i, j, c}) => {
      const sizes = trace.sample.map(s => Math.abs(number(s.weight) * number(s.f[c])));
      const sum = sizes.filter(isFinite).reduce((a, b) => a + b, 0) || 1;
      const shares = sizes.map(size => size / sum);
      drawScatter(place, trace.sample.map(s => number(s.x[i])), trace.sample.map(s => number(s.x[j])), shares,
                  colourScale(shares, "share of the integral"), names[i], names[j], "Samples", 4);
    });
}

function writeMap() {
  const map = trace.iteration.filter(step => step.map).at(-1)?.map;
  if (!map) return;
  section("How dense the samples are", "By the last map in the trace; a flat one says that the axis is of no help.",
    {axis: {label: "along", texts: axisNames}}, (place, {axis}) => {
      const edges = map[axis].map(number);
      const xs = [], ys = [];
      for (let k = 0; k + 1 < edges.length; ++k) {
        const width = Math.abs(edges[k + 1] - edges[k]);
        if (!isFinite(width) || width === 0) continue;
        xs.push(edges[k], edges[k + 1]);
        ys.push(1 / (edges.length - 1) / width, 1 / (edges.length - 1) / width);
      }
      const [x0, x1] = extent(xs);
      figure(place, {
        x: linearScale(x0, x1), y: linearScale(0, extent(ys)[1] * 1.05), xLabel: axisName(axis), yLabel: "density", height: 240,
        alt: `The density of the samples along ${axisName(axis)}; it is highest near ${brief(xs[ys.indexOf(Math.max(...ys))])}.`,
      }, plot => plot.line(xs, ys, "first"));
    });
}

// ---- steps ----

// Cubature refines a region at a time: the steps that count are those at which the error has come down to another
// power of ten.  Of methods that draw samples each iteration counts.
function stepsThatCount() {
  // What was said twice, as before and after a probe, is said once.
  const all = trace.iteration.filter((step, k, list) => step.evaluations !== list[k + 1]?.evaluations);
  if (all.length <= 24) return all;
  const kept = [];
  const unit = Math.abs(number(last.value[0])) || 1;
  let decade = Infinity;
  for (const step of all) {
    const now = Math.ceil(Math.log10(number(step.error[0]) / unit));
    if (!(now < decade)) continue;
    decade = now;
    kept.push(step);
  }
  // Where the error hardly falls, as of samples, those after twice as many evaluations.
  let evaluations = 0;
  if (kept.length < 5)
    for (const step of all)
      if (step.evaluations >= 2 * evaluations) {
        evaluations = step.evaluations;
        kept.push(step);
      }
  kept.push(all.at(-1));
  return [...new Set(kept)].sort((a, b) => a.evaluations - b.evaluations);
}

function writeSteps() {
  if (trace.iteration.length === 0) return;
  const steps = stepsThatCount();
  const hasRegions = steps.some(step => step.regions > 0), hasChi2 = steps.some(step => step.dof > 0) && !["cuhre", "pagani", "line"].includes(last.method ?? header.method);
  const note = trace.iteration.length > steps.length
    ? "Of all steps those at which the error came down to another power of ten, or the evaluations doubled." : "";
  section("Steps", note, {c: components}, (place, {c}) => {
    const heads = ["step", "evaluations", "seconds", ...(hasRegions ? ["regions"] : []), "value so far", "error / value",
                   ...(hasChi2 ? ["chi² / dof"] : [])];
    table(place, heads, steps.map(step => {
      const value = number(step.value[c]), error = number(step.error[c]);
      return [String(step.number), brief(step.evaluations), brief(step.seconds), ...(hasRegions ? [brief(step.regions)] : []),
              withError(value, error), value === 0 ? "" : brief(error / Math.abs(value)),
              ...(hasChi2 ? [step.dof > 0 ? brief(number(step.chi2[c]) / step.dof) : ""] : [])];
    }));
  });
}

writeHead();
writeFunction();
writeConvergence();
writeRegions();
writeWorst();
writeSamples();
writeMap();
writeSteps();
document.body.dataset.drawn = "true";
