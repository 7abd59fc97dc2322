// Modals: every kind of input that Discord has for them, and what it submits.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { openList, selectItems, selectTrigger } from "./listbox.js";

let serial = 0;
function unique() {
  serial += 1;
  return `field-${serial}`;
}

// A field: {nodes, control (to focus), problem() → sentence or "", value() → Discord's object}.

function textField(component, id) {
  const limits = { id, maxlength: component.max_length ?? 4000, placeholder: component.placeholder, autocomplete: "off" };
  const control = component.style === 2 ? el("textarea", { ...limits, rows: 4 }) : el("input", { ...limits, type: "text" });
  control.value = component.value ?? "";
  const required = component.required ?? true;
  const problem = () => {
    const { length } = control.value;
    if (required && !control.value.trim()) return "This is required.";
    if (length && length < (component.min_length ?? 0)) return `At least ${component.min_length} characters are needed.`;
    return "";
  };
  return { nodes: [control], control, required, problem, value: () => ({ value: control.value }) };
}

function selectField(component, id, client) {
  let chosen = selectItems(component, client).filter((item) => item.selected).map((item) => item.value);
  const least = component.min_values ?? 1;
  const required = component.required ?? true;
  const field = el("div");
  const draw = () => {
    const shown = { ...component, default_values: chosen.map((value) => ({ id: value })), options: component.options?.map((o) => ({ ...o, default: chosen.includes(o.value) })) };
    const trigger = selectTrigger(shown, client, { id });
    trigger.addEventListener("click", () => openList({
      anchor: trigger, label: component.placeholder || "Make a selection", items: selectItems(shown, client),
      least: required ? least : 0, most: component.max_values ?? 1,
      onclose: (values) => {
        if (!values) return;
        chosen = values;
        draw();
        field.firstChild.focus();
      },
    }));
    field.replaceChildren(trigger);
  };
  draw();
  const problem = () => {
    if (!chosen.length && !required) return "";
    if (chosen.length >= least) return "";
    return least === 1 ? "Choose one." : `Choose at least ${least}.`;
  };
  return { nodes: [field], get control() { return field.firstChild; }, required, problem, value: () => ({ values: chosen }) };
}

function ticks(component, type, group) {
  return (component.options ?? []).map((option) => {
    const note = option.description ? unique() : null;
    const input = el("input", { type, name: group, "aria-describedby": note });
    input.checked = option.default === true;
    input.dataset.value = option.value;
    return el("label", { class: "tick-row" }, input,
      el("span", { class: "tick-text" }, option.label, option.description ? el("span", { class: "option-note", id: note }, option.description) : null));
  });
}

function groupField(component, id, type, labelId) {
  const rows = ticks(component, type, unique());
  const inputs = rows.map((row) => row.querySelector("input"));
  const picked = () => inputs.filter((input) => input.checked).map((input) => input.dataset.value);
  const radio = type === "radio";
  const required = component.required ?? true;
  const least = radio ? 1 : (component.min_values ?? 1);
  const most = radio ? 1 : (component.max_values ?? inputs.length);
  const problem = () => {
    const count = picked().length;
    if (!count && !required) return "";
    if (required && count < Math.max(1, least)) return radio ? "Choose one." : `Tick at least ${Math.max(1, least)}.`;
    return count > most ? `Tick at most ${most}.` : "";
  };
  const box = el("div", { class: "tick-box", role: radio ? "radiogroup" : "group", "aria-labelledby": labelId, id }, rows);
  const value = () => (radio ? { value: picked()[0] ?? null } : { values: picked() });
  return { nodes: [box], control: inputs.find((input) => input.checked) ?? inputs[0], required, problem, value };
}

function checkField(component, id) {
  const control = el("input", { type: "checkbox", id, class: "lone" });
  control.checked = component.default === true;
  return { nodes: [control], control, required: false, problem: () => "", value: () => ({ value: control.checked }) };
}

function fieldOf(component, id, labelId, client) {
  switch (component.type) {
    case 4: return textField(component, id);
    case 3: case 5: case 6: case 7: case 8: return selectField(component, id, client);
    case 21: return groupField(component, id, "radio", labelId);
    case 22: return groupField(component, id, "checkbox", labelId);
    case 23: return checkField(component, id);
    default: throw new Error(`This page has no input of type ${component.type}.`);
  }
}

/** Builds a labelled field and its part of the submission. */
function labelled(label, description, component, client) {
  const [id, labelId, problemId] = [unique(), unique(), unique()];
  const field = fieldOf(component, id, labelId, client);
  const complaint = el("p", { class: "problem", id: problemId, "aria-live": "polite" });
  const caption = [label, field.required ? el("span", { class: "star", "aria-hidden": "true" }, " *") : null];
  const lone = component.type === 23;
  const name = el("label", { id: labelId, for: id, class: "field-label" }, caption);
  const note = description ? el("p", { class: "field-note" }, description) : null;
  const node = el("div", { class: lone ? "modal-field lone-field" : "modal-field" }, lone ? [field.nodes, name, note] : [name, note, field.nodes], complaint);
  const check = () => {
    complaint.textContent = field.problem();
    field.control?.setAttribute("aria-invalid", complaint.textContent ? "true" : "false");
    field.control?.setAttribute("aria-describedby", problemId);
    return !complaint.textContent;
  };
  node.addEventListener("input", () => { if (complaint.textContent) check(); });
  const answer = () => ({ type: component.type, id: component.id, custom_id: component.custom_id, ...field.value() });
  return { node, field, check, answer };
}

/** Builds a top-level component of a modal: {node, part?}; `wrap(answer)` nests it as Discord does. */
function partOf(component, client) {
  if (component.type === 10) {
    return { node: markdown(component.content, client), wrap: () => ({ type: 10, id: component.id }) };
  }
  if (component.type === 18) {
    const part = labelled(component.label, component.description, component.component, client);
    return { ...part, wrap: () => ({ type: 18, id: component.id, component: part.answer() }) };
  }
  const [inner] = component.components;
  const part = labelled(inner.label, null, inner, client);
  return { ...part, wrap: () => ({ type: 1, id: component.id, components: [part.answer()] }) };
}

/** Opens a modal; `submit(components, settle)` sends it. If that fails, it stays open. */
export function openModal(modal, client, submit) {
  document.querySelector("dialog.modal")?.close();
  const back = document.activeElement;
  const parts = modal.components.map((component) => partOf(component, client));
  const titleId = unique();
  const failure = el("p", { class: "failed", role: "alert" });
  const send = el("button", { class: "btn primary", type: "submit" }, el("span", { class: "btn-label" }, "Submit"));
  const close = () => dialog.close();

  function submitted(event) {
    event.preventDefault();
    const fields = parts.filter((part) => part.check);
    const wrong = fields.filter((part) => !part.check());
    if (wrong.length) {
      wrong[0].field.control.focus();
      return;
    }
    failure.textContent = "";
    send.disabled = true;
    submit(parts.map((part) => part.wrap()), (state, detail) => {
      send.disabled = false;
      if (state === "ok") close();
      else failure.textContent = `⚠ ${detail || "Something went wrong. Try again."}`;
    });
  }

  const dialog = el("dialog", { class: "modal", "aria-labelledby": titleId },
    el("form", { novalidate: true, onsubmit: submitted },
      el("header", {}, el("h2", { id: titleId }, modal.title), el("button", { class: "close", type: "button", "aria-label": "Close", onclick: close }, "✕")),
      el("div", { class: "modal-body" }, parts.map((part) => part.node), failure),
      el("footer", {}, el("button", { class: "btn secondary", type: "button", onclick: close }, "Cancel"), send)));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back?.isConnected) back.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  parts.find((part) => part.field)?.field.control.focus();
}
