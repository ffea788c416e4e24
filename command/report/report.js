// Draws the report from the trace in the element "trace": one record of JSON on each line, as
// docs/trace.md has them.
"use strict";

// ---- the records ----

function readTrace() {
  const records = {iteration: [], region: [], worst: [], sample: [], note: []};
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

function section(title, note) {
  const part = add(document.getElementById("report"), "section");
  add(part, "h2", title);
  if (note) add(part, "p", note, {className: "note"});
  return part;
}

// The value with two digits of its error in brackets, as the command prints it.
function withError(value, error) {
  if (!isFinite(value) || !isFinite(error) || error <= 0) return `${value} ± ${error}`;
  const last = Math.floor(Math.log10(error)) - 1;
  const first = value === 0 ? last + 1 : Math.max(Math.floor(Math.log10(Math.abs(value))), last + 1);
  if (first < -4 || first > 6) {
    const digits = Math.min(first - last, 20);
    return `${(value / 10 ** first).toFixed(digits)}(${Math.round(error / 10 ** last)})e${first}`;
  }
  if (last >= 0) return `${value.toFixed(0)}(${error.toFixed(0)})`;
  return `${value.toFixed(Math.min(-last, 20))}(${Math.round(error / 10 ** last)})`;
}

const brief = value => Math.abs(value) < 1e5 ? String(Number(value.toPrecision(4))) : value.toExponential(2);

function table(parent, heads, rows, className = "") {
  const element = add(parent, "table", undefined, {className});
  if (heads.length > 0) {
    const head = add(element, "tr");
    for (const text of heads) add(head, "th", text);
  }
  for (const row of rows) {
    const line = add(element, "tr");
    for (const text of row) add(line, "td", text);
  }
}

function choice(parent, label, texts, chosen, changed) {
  const box = add(parent, "label", label + " ");
  const select = add(box, "select");
  texts.forEach((text, i) => add(select, "option", text, {value: i, selected: i === chosen}));
  select.addEventListener("change", () => changed(Number(select.value)));
  add(parent, "span", " ");
  return select;
}

// ---- drawing ----

function plot(title, xLabel, yLabel, more = {}) {
  const figure = Bokeh.Plotting.figure({
    title, width: 480, height: 340, tools: "pan,box_zoom,wheel_zoom,reset,hover,save", ...more});
  figure.xaxis.axis_label = xLabel;
  figure.yaxis.axis_label = yLabel;
  // Long numbers would run into each other.
  if (xLabel === "evaluations") figure.xaxis.formatter = new Bokeh.NumeralTickFormatter({format: "0.[0]a"});
  return figure;
}

function show(figure, parent) {
  const place = add(parent, "div");
  Bokeh.Plotting.show(figure, place);
  return place;
}

function source(columns) {
  return new Bokeh.ColumnDataSource({data: columns});
}

const BLUE = "#2b6cb0", RED = "#c53030", GREY = "#888888";

function tolerance(header, value) {
  const {epsrel, epsabs} = header.options;
  return Math.max(number(epsrel) * Math.abs(value), number(epsabs));
}

function drawConvergence(trace, c, parent) {
  const x = trace.iteration.map(record => record.evaluations);
  const value = trace.iteration.map(record => number(record.value[c]));
  const error = trace.iteration.map(record => number(record.error[c]));
  const asked = value.map(v => tolerance(trace.header, v));
  const x_axis_type = x.at(-1) > 100 * x[0] ? "log" : "linear";
  const estimate = plot("Estimate, with its error", "evaluations", "value", {x_axis_type});
  const band = source({x, value, upper: value.map((v, i) => v + error[i]), lower: value.map((v, i) => v - error[i])});
  estimate.segment({field: "x"}, {field: "lower"}, {field: "x"}, {field: "upper"}, {source: band, line_color: GREY});
  estimate.line({field: "x"}, {field: "value"}, {source: band, line_color: BLUE});
  estimate.scatter({field: "x"}, {field: "value"}, {source: band, size: 4, color: BLUE});
  const errors = plot("Error, and what was asked for", "evaluations", "error", {x_axis_type, y_axis_type: "log"});
  const positive = x.map((_, i) => i).filter(i => error[i] > 0 && isFinite(error[i]));
  const pick = list => positive.map(i => list[i]);
  const both = source({x: pick(x), error: pick(error), asked: pick(asked).map(a => a > 0 ? a : NaN)});
  errors.line({field: "x"}, {field: "error"}, {source: both, line_color: BLUE});
  errors.scatter({field: "x"}, {field: "error"}, {source: both, size: 4, color: BLUE});
  errors.line({field: "x"}, {field: "asked"}, {source: both, line_color: RED, line_dash: "dashed"});
  show(estimate, parent);
  show(errors, parent);
}

// A colour from blue to yellow for a number between 0 and 1.
function shade(share) {
  const t = Math.min(Math.max(share, 0), 1);
  const mix = (from, to) => Math.round(from + (to - from) * t);
  return `rgb(${mix(49, 250)}, ${mix(70, 220)}, ${mix(149, 60)})`;
}

// What of an axis is drawn where it has no end: the finite edges, and a little more.
function finiteRange(records, axis) {
  const edges = records.flatMap(r => r.x ? [r.x[axis]] : [r.lower[axis], r.upper[axis]])
    .map(number).filter(isFinite);
  const least = Math.min(...edges), most = Math.max(...edges);
  const room = (most - least) / 20 || 1;
  return value => isFinite(value) ? value : value < 0 ? least - room : most + room;
}

function drawRegions(trace, axes, c, parent) {
  const [i, j] = axes;
  const clipI = finiteRange(trace.region, i), clipJ = finiteRange(trace.region, j);
  const figure = plot("Regions; brighter: larger error; red: the worst", `x${i}`, `x${j}`,
                      {width: 620, height: 520});
  const columns = records => {
    const errors = records.map(r => number(r.error[c]));
    const positive = errors.filter(e => e > 0);
    const least = Math.log(Math.min(...positive)), most = Math.log(Math.max(...positive));
    return {
      left: records.map(r => clipI(number(r.lower[i]))), right: records.map(r => clipI(number(r.upper[i]))),
      bottom: records.map(r => clipJ(number(r.lower[j]))), top: records.map(r => clipJ(number(r.upper[j]))),
      error: errors, level: records.map(r => r.level), merged: records.map(r => r.merged ?? 1),
      colour: errors.map(e => e > 0 ? shade((Math.log(e) - least) / (most - least || 1)) : shade(0)),
    };
  };
  // The smallest errors first, so that in a projection the largest lie on top.
  const sorted = [...trace.region].sort((a, b) => number(a.error[c]) - number(b.error[c]));
  const sides = {left: {field: "left"}, right: {field: "right"}, bottom: {field: "bottom"}, top: {field: "top"}};
  figure.quad({...sides, source: source(columns(sorted)), fill_color: {field: "colour"}, fill_alpha: 0.8,
               line_color: "#ffffff", line_width: 0.4});
  if (trace.worst.length > 0)
    figure.quad({...sides, source: source(columns(trace.worst)), fill_alpha: 0, line_color: RED, line_width: 2});
  show(figure, parent);
}

function drawSamples(trace, axes, c, parent) {
  const [i, j] = axes;
  const size = trace.sample.map(s => Math.abs(number(s.weight) * number(s.f[c])));
  const most = Math.max(...size) || 1;
  const figure = plot("Samples; brighter: larger share of the integral", `x${i}`, `x${j}`, {width: 620, height: 520});
  const points = source({x: trace.sample.map(s => number(s.x[i])), y: trace.sample.map(s => number(s.x[j])),
                         colour: size.map(s => shade(Math.sqrt(s / most)))});
  figure.scatter({field: "x"}, {field: "y"}, {source: points, size: 3, color: {field: "colour"}});
  show(figure, parent);
}

function drawMap(trace, axis, parent) {
  const last = trace.iteration.filter(record => record.map).at(-1);
  const edges = last.map[axis].map(number);
  const finite = edges.map((edge, k) => k).slice(0, -1).filter(k => isFinite(edges[k]) && isFinite(edges[k + 1]));
  const figure = plot(`Density of the samples along x${axis}`, `x${axis}`, "density", {width: 620});
  figure.quad({left: {field: "left"}, right: {field: "right"}, top: {field: "top"}, bottom: 0,
               source: source({left: finite.map(k => edges[k]), right: finite.map(k => edges[k + 1]),
                               top: finite.map(k => 1 / (edges.length - 1) / (edges[k + 1] - edges[k]))}),
               fill_color: BLUE, line_color: "#ffffff", line_width: 0.5});
  show(figure, parent);
}

function drawSpeed(trace, parent) {
  const records = trace.iteration.filter(record => record.seconds > 0);
  const rate = records.map((record, k) => {
    const before = k > 0 ? records[k - 1] : {evaluations: 0, seconds: 0};
    return (record.evaluations - before.evaluations) / (record.seconds - before.seconds);
  });
  const kept = records.map((_, k) => k).filter(k => rate[k] > 0 && isFinite(rate[k]));
  const figure = plot("Evaluations a second", "seconds", "evaluations/s", {y_axis_type: "log"});
  const columns = source({x: kept.map(k => records[k].seconds), rate: kept.map(k => rate[k])});
  figure.line({field: "x"}, {field: "rate"}, {source: columns, line_color: BLUE});
  figure.scatter({field: "x"}, {field: "rate"}, {source: columns, size: 4, color: BLUE});
  show(figure, parent);
}

// ---- the page ----

function writeHead(trace) {
  const {header, end} = trace;
  const report = document.getElementById("report");
  add(report, "h1", "Integration by " + (end?.method ?? header.method));
  const last = end ?? trace.iteration.at(-1);
  if (last) {
    const values = last.value.map((value, c) => withError(number(value), number(last.error[c])));
    values.forEach(text => add(report, "div", text, {className: "value"}));
  }
  const reached = end?.status === 0 || end?.status === "CUBOID_CONVERGED";
  add(report, "p", end ? end.message : "The trace ends before the integration did.",
      {className: reached ? "reached" : "missed"});
  for (const note of trace.note) add(report, "p", note.text, {className: "note"});
  const limits = header.lower.map((lower, i) => `${lower} … ${header.upper[i]}`).join(", ");
  const rows = [["box", limits], ["components", header.ncomp], ["ran on", header.place === "device" ? "a GPU" : "the host"],
                ["accuracy asked for", `relative ${header.options.epsrel}, absolute ${header.options.epsabs}`]];
  if (end) {
    rows.push(["evaluations", brief(end.evaluations)], ["seconds", brief(end.seconds)],
              ["evaluations a second", brief(end.evaluations / end.seconds)]);
    if (end.regions > 0) rows.push(["regions", brief(end.regions)]);
  }
  rows.push(["library", "cuboid " + header.version]);
  table(report, [], rows.map(row => row.map(String)), "words");
}

function writeConvergence(trace) {
  if (trace.iteration.length === 0) return;
  const part = section("How it converged");
  const draw = c => {
    plots.replaceChildren();
    drawConvergence(trace, c, plots);
  };
  const components = trace.header.ncomp;
  if (components > 1)
    choice(part, "component", [...Array(components).keys()].map(c => String(c + 1)), 0, draw);
  const plots = add(part, "div", undefined, {className: "plots"});
  draw(0);
}

function writeProjection(trace, title, draw) {
  const part = section(title, "All axes but two are left out: what lies behind is covered.");
  const names = [...Array(trace.header.ndim).keys()].map(i => "x" + i);
  const axes = [0, Math.min(1, names.length - 1)];
  const again = () => {
    place.replaceChildren();
    draw(trace, axes, 0, place);
  };
  [0, 1].forEach(k => choice(part, k === 0 ? "across" : "up", names, axes[k], axis => {
    axes[k] = axis;
    again();
  }));
  const place = add(part, "div");
  again();
}

function writeWorst(trace) {
  if (trace.worst.length === 0) return;
  const part = section("The worst regions", "Share: of the sum of all errors.");
  const box = record => record.lower.map((lower, i) => `${brief(number(lower))} … ${brief(number(record.upper[i]))}`).join(", ");
  table(part, ["share", "level", "value", "error", "box"], trace.worst.map(record => [
    (100 * number(record.share)).toFixed(1) + " %", String(record.level), brief(number(record.value[0])),
    brief(number(record.error[0])), box(record)]));
}

function writeMap(trace) {
  if (!trace.iteration.some(record => record.map)) return;
  const part = section("Where the samples went", "The map of the last iteration that has one in the trace.");
  const names = [...Array(trace.header.ndim).keys()].map(i => "x" + i);
  const draw = axis => {
    place.replaceChildren();
    drawMap(trace, axis, place);
  };
  choice(part, "axis", names, 0, draw);
  const place = add(part, "div");
  draw(0);
}

function writeIterations(trace) {
  if (trace.iteration.length === 0) return;
  const most = 40;
  const shown = trace.iteration.length <= most ? trace.iteration : [...trace.iteration.slice(0, most - 1), trace.iteration.at(-1)];
  const part = section("Iterations", trace.iteration.length > most ? `The first ${most - 1} of the trace, and the last.` : "");
  const before = new Map(trace.iteration.map((record, k) => [record, k > 0 ? trace.iteration[k - 1].evaluations : 0]));
  const all = trace.iteration.at(-1).evaluations;
  table(part, ["", "phase", "evaluations", "share of all", "value up to then", "chi²", "dof"], shown.map(record => [
    String(record.number), record.phase, brief(record.evaluations),
    (100 * Math.max(record.evaluations - before.get(record), 0) / all).toFixed(1) + " %",
    withError(number(record.value[0]), number(record.error[0])), record.chi2 ? brief(number(record.chi2[0])) : "",
    record.dof !== undefined ? String(record.dof) : ""]));
}

const trace = readTrace();
writeHead(trace);
writeConvergence(trace);
if (trace.region.length > 0) writeProjection(trace, "Where the regions are", drawRegions);
writeWorst(trace);
if (trace.sample.length > 0) writeProjection(trace, "Where the samples are", drawSamples);
writeMap(trace);
writeIterations(trace);
if (trace.iteration.length > 0) drawSpeed(trace, section("Speed"));
document.body.dataset.drawn = "true";
