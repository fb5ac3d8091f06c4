module.exports = require("./tables.js");
