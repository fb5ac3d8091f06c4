module.exports = require("./openings.js");
