//! Writes the JavaScript that belongs to a WebAssembly module: `glue MODULE.wasm NAME DIRECTORY`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, name, directory] = arguments.as_slice() else {
        eprintln!("usage: glue MODULE.wasm NAME DIRECTORY");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(false).omit_default_module_path(false);
    bindgen.remove_name_section(true).remove_producers_section(true).reset_state_function(true);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(directory));
    if let Err(error) = written {
        eprintln!("error: {module}: {error:#}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
